/** The certificate in the worker: fonts are loaded with the first one and stay as long as the thread. */
import { prepareSend } from '@countersign/pdf-sign';
import type { PreparedSend, SendOptions } from '@countersign/pdf-sign';

import { loadFonts } from '../appearance/fonts.ts';
import type { FontBook } from '../appearance/fonts.ts';
import { setCertificate } from './certificate.ts';
import type { CertificateFacts } from './facts.ts';

let fonts: Promise<FontBook> | undefined;

export async function makeCertificate(
  facts: CertificateFacts,
  send: SendOptions,
): Promise<{ bytes: Buffer; pages: number; prepared: PreparedSend }> {
  fonts ??= loadFonts();
  const { bytes, pages } = await setCertificate(await fonts, facts);
  return { bytes, pages, prepared: prepareSend(bytes, send) };
}
