/** A signer's signature appearances: the drawn, typed or uploaded signature and initials, with name and time. */
import { isolated } from '@countersign/contract/languages';
import type { Appearance, FieldValue } from '@countersign/pdf-sign';
import { AppError, invalid } from '../../platform/errors.ts';
import {
  AppearanceError,
  type SignatureGraphic,
  type GraphicInput,
  type PdfPool,
  PdfTaskError,
  refusalOf,
  type TaskOwner,
  prepareGraphic,
  signatureAppearance,
  type Typesetter,
} from '../../platform/pdf/index.ts';
import { isSignatureProper } from './fill-fields.ts';
import type { SigningContext } from '../recipient-access/index.ts';

type Place = SigningContext['fields'][number];
type Tools = {
  pdf: PdfPool;
  owner: TaskOwner;
  typesetter: Typesetter;
  /** The host who vouches for an in-person signer. */ host?: string | undefined;
};
export type GraphicInputs = { signature?: GraphicInput | undefined; initials?: GraphicInput | undefined };
export type DrawnGraphics = {
  /** Undefined if the signature has no position in the document. */
  signature: Appearance | undefined;
  values: FieldValue[];
};

/** Each appearance is prepared once and placed at all its positions. */
export async function signerGraphics(
  tools: Tools,
  signing: SigningContext,
  { signature, initials }: GraphicInputs,
  { further, signedAt }: { further: readonly Place[]; signedAt: Date },
): Promise<DrawnGraphics> {
  if (!signature) throw invalid('signature', 'is required. Draw it, type it or upload an image');
  const own = signing.fields.find((field) => isSignatureProper(signing, field));
  const initialled = further.filter(({ kind }) => kind === 'initials');
  if (!initials && initialled.length > 0)
    throw invalid('initials', 'are required. Draw them, type them or upload an image');
  // A file signed elsewhere may have an invisible signature field. The signature counts, but there is nothing to show.
  const shownSignature = own || further.length > initialled.length ? await made(tools, signature, 'signature') : null;
  const shownInitials = initials && initialled.length > 0 ? await made(tools, initials, 'initials') : null;
  const draw = (place: Place): Appearance | undefined => {
    const mark = place.kind === 'initials' ? shownInitials : shownSignature;
    return mark ? drawn(tools, signing, mark, place, signedAt) : undefined;
  };
  return {
    signature: own && draw(own),
    values: further.flatMap((place) => {
      const appearance = draw(place);
      // A push button has only an appearance and no value (ISO 32000-2 12.7.5.2.2).
      return appearance ? [{ name: place.pdf_name, value: place.kind, appearance }] : [];
    }),
  };
}

export async function made(
  { pdf, owner, typesetter }: Pick<Tools, 'pdf' | 'owner' | 'typesetter'>,
  input: GraphicInput,
  what: 'signature' | 'initials',
): Promise<SignatureGraphic> {
  return prepareGraphic({ typesetter, signatureImage: (bytes) => pdf.signatureImage(bytes, { owner }) }, input).catch(
    (error: unknown) => {
      if (error instanceof AppearanceError) throw invalid(`${what}.data`, error.message, error.code);
      if (error instanceof PdfTaskError)
        throw refusalOf(error) ?? new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 5 });
      throw error;
    },
  );
}

function drawn(
  { typesetter: type, host }: Tools,
  signing: SigningContext,
  mark: SignatureGraphic,
  place: Place,
  signedAt: Date,
): Appearance {
  return signatureAppearance(type, {
    kind: place.kind === 'initials' ? 'initials' : 'signature',
    mark,
    // An unproved address is not shown with a signature. For an in-person signature, the host is shown instead (ADR
    // 31).
    identity: host === undefined ? signing.email : `In the presence of ${isolated(host)}`,
    signedAt: signedAt.toISOString(),
    documentId: signing.document_id,
    width: place.width,
    height: place.height,
    signerName: signing.name,
  });
}
