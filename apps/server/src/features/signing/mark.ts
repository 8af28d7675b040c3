/** The visible mark of a signer: what they drew, typed or uploaded, with who and when. */
import type { Appearance } from '@countersign/pdf-sign';
import { AppError, invalid } from '../../platform/errors.ts';
import {
  AppearanceError,
  type loadFonts,
  type PdfPool,
  PdfTaskError,
  prepareMark,
  signatureMark,
} from '../../platform/pdf/index.ts';
import type { SigningContext } from './store.ts';

export type MarkFonts = Awaited<ReturnType<typeof loadFonts>>;

export async function signerMark(
  { pdf, fonts }: { pdf: PdfPool; fonts: MarkFonts },
  signing: SigningContext,
  signature: { type: 'drawn' | 'typed' | 'uploaded'; data: string } | undefined,
  signedAt: Date,
): Promise<Appearance | undefined> {
  if (!signature) throw invalid('signature', 'is needed: draw it, type it or upload a picture of it');
  const place = signing.fields.find(({ kind }) => kind === 'signature');
  // A file signed elsewhere may lend an invisible field: the signature counts, there is just nothing to show.
  if (!place) return undefined;
  const mark = await prepareMark({ fonts, signatureImage: (bytes) => pdf.signatureImage(bytes) }, signature).catch(
    (error: unknown) => {
      if (error instanceof AppearanceError) throw invalid('signature.data', error.message, error.code);
      if (error instanceof PdfTaskError) throw new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 5 });
      throw error;
    },
  );
  if (mark.missing.length > 0)
    throw invalid(
      'signature.data',
      `has characters that cannot be set in type yet (${mark.missing.join(' ')}); draw the signature instead`,
      'unsupported_characters',
    );
  const captioned = {
    kind: 'signature',
    mark,
    signerEmail: signing.email,
    signedAt: signedAt.toISOString(),
    documentId: signing.document_id,
    width: place.width,
    height: place.height,
  } as const;
  const drawn = signatureMark(fonts, { ...captioned, signerName: signing.name });
  // A name in a script without a font yet: the address identifies the signer, the full name stands in /Name.
  return drawn.missing.length === 0
    ? drawn.appearance
    : signatureMark(fonts, { ...captioned, signerName: '' }).appearance;
}
