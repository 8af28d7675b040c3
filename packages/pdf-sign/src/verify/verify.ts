import type { PdfReport, VerifyOptions } from './types.ts';
export async function verifyPdf<Check>(
  _file: Uint8Array | readonly Uint8Array[],
  _options: VerifyOptions<Check>,
): Promise<PdfReport<Check>> {
  throw new Error('in the making');
}
