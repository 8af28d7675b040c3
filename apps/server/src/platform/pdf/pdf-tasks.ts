import type { VerifyInput, VerifyReport } from '@countersign/pades';
import type { Inspection, PreparedSend, SendOptions } from '@countersign/pdf-sign';

import type { PdfSource } from './pdf-source.ts';
import type { PagePicture, PageText, RenderOptions } from './page-view.ts';
import type { SignatureImage } from './signature-image.ts';

/** Everything the PDF worker does. All of it is public data: no key and no credential ever goes in. */
export type PdfTasks = {
  inspect: { input: { source: PdfSource }; output: Inspection };
  prepareSend: { input: { source: PdfSource; options: SendOptions }; output: PreparedSend };
  render: { input: { source: PdfSource; options: RenderOptions }; output: PagePicture };
  pageText: { input: { source: PdfSource; page: number }; output: PageText };
  verify: { input: { source: PdfSource; options: VerifyInput }; output: VerifyReport };
  signatureImage: { input: { bytes: Uint8Array }; output: SignatureImage };
};
