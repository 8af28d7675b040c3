/**
 * Renders a saved signature in the same way as signing does, so that problems are found before the signature is used.
 */
import type { FontBook, GraphicInput, PdfPool } from '../../platform/pdf/index.ts';
import { type MemberPrincipal, taskOwner } from '../../platform/principal.ts';
import { made } from './signature-graphics.ts';

/** Throws the same errors as signing: the image is too large, or the file is not an image. */
export async function checkSignatureAppearance(
  { pdf, fonts }: { pdf: PdfPool; fonts: FontBook },
  principal: MemberPrincipal,
  signature: GraphicInput,
): Promise<void> {
  const texts = signature.type === 'typed' ? [signature.data] : [];
  const typesetter = await fonts.typesetter(texts, null, [signature.hand]);
  await made({ pdf, owner: taskOwner(principal), typesetter }, signature, 'signature');
}
