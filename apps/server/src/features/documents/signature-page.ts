/** The pages added for signers without a signature field in the document, before anyone has signed. */
import { type Appearance, signaturePageLayout } from '@countersign/pdf-sign';
import type { FontBook } from '../../platform/pdf/index.ts';
import type { SenderBranding } from '../branding/index.ts';
import { drawSignaturePages } from './draw-signature-pages.ts';
import type { Plan } from './plan-send.ts';
import type { DocumentRow } from '../document-core/index.ts';

/**
 * If the signers without a signature field in the document share a language, the pages are in that language. Otherwise,
 * they are in the sender's language.
 */
export async function signaturePages(
  fonts: FontBook,
  document: Pick<DocumentRow, 'id' | 'pages'>,
  { signers, fields }: Plan,
  {
    sendersLocale,
    notice,
    senderBranding,
  }: { sendersLocale: string | null; notice: string | undefined; senderBranding: () => Promise<SenderBranding> },
): Promise<Appearance[]> {
  const [first] = document.pages;
  const placed = new Set(fields.filter(({ isSignature }) => isSignature).map(({ signer }) => signer));
  const without = signers.filter((signer) => signer.pdfField !== null && !placed.has(signer));
  if (!first || without.length === 0) return [];
  const layout = signaturePageLayout(first, document.pages.length, without.length);
  const locales = new Set(without.map(({ input }) => input.locale));
  const [common] = locales.size === 1 ? locales : [];
  const locale = common ?? sendersLocale;
  return drawSignaturePages(fonts, layout, { documentId: document.id, locale, notice, ...(await senderBranding()) });
}
