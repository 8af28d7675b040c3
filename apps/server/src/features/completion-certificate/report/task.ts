/**
 * Renders the certificate in the worker. Fonts are loaded with the first certificate and stay loaded for the life of
 * the thread.
 */
import { PdfError, prepareSend, readSignatureLook } from '@countersign/pdf-sign';
import type { SignatureLook } from '@countersign/pdf-sign';

import { type FontBook, loadFonts } from '../../../platform/pdf/report/index.ts';
import { setCertificate } from './certificate.ts';
import type { CertificateInput, CreatedCertificate } from './layout.ts';

let fonts: Promise<FontBook> | undefined;

export async function makeCertificate({ facts, pictures, log, send }: CertificateInput): Promise<CreatedCertificate> {
  const { logo, signed } = pictures;
  fonts ??= loadFonts();
  const looks = signed.flatMap(({ n, tail }): [number, SignatureLook][] => {
    const look = lookOf(tail);
    return look === null ? [] : [[n, look]];
  });
  const { bytes, pages } = await setCertificate(await fonts, facts, { logo, signatures: new Map(looks) }, log);
  return { bytes, pages, prepared: prepareSend(bytes, send) };
}

/**
 * Extracts a signature appearance. Returns null if that fails, because the certificate also states the facts as text.
 */
function lookOf(tail: Uint8Array): SignatureLook | null {
  try {
    return readSignatureLook(tail);
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}
