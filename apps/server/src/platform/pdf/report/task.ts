/** The certificate in the worker: fonts are loaded with the first one and stay as long as the thread. */
import { PdfError, prepareSend, readSignatureLook } from '@countersign/pdf-sign';
import type { ImageResource, PreparedSend, SendOptions, SignatureLook } from '@countersign/pdf-sign';

import { loadFonts } from '../appearance/fonts.ts';
import type { FontBook } from '../appearance/fonts.ts';
import { setCertificate } from './certificate.ts';
import type { CertificateFacts } from './facts.ts';

/** What is drawn besides words, as it is kept. */
export type StoredPictures = {
  logo: ImageResource | undefined;
  /** Revisions of the document that signatures made: what each appended. */
  signed: readonly { readonly n: number; readonly tail: Uint8Array }[];
};

let fonts: Promise<FontBook> | undefined;

export async function makeCertificate(
  facts: CertificateFacts,
  { logo, signed }: StoredPictures,
  send: SendOptions,
): Promise<{ bytes: Buffer; pages: number; prepared: PreparedSend }> {
  fonts ??= loadFonts();
  const looks = signed.flatMap(({ n, tail }): [number, SignatureLook][] => {
    const look = lookOf(tail);
    return look === null ? [] : [[n, look]];
  });
  const { bytes, pages } = await setCertificate(await fonts, facts, { logo, signatures: new Map(looks) });
  return { bytes, pages, prepared: prepareSend(bytes, send) };
}

/** The words say what happened; a picture that cannot be taken out is left out. */
function lookOf(tail: Uint8Array): SignatureLook | null {
  try {
    return readSignatureLook(tail);
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}
