/** The pages that are added for signers without a place in the document, as they look before anybody signs. */
import { type Appearance, signaturePageLayout } from '@countersign/pdf-sign';
import { drawSignaturePages, type FontBook } from '../../platform/pdf/index.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Plan } from './plan-send.ts';
import type { DocumentRow } from './store.ts';

const selectSenderLocale = statement<{ locale: string | null }, [user: string]>(
  'signature-page-locale',
  'select locale from users where id = $1',
);

/** In the language of those signers where it is one, else in the sender's. */
export async function signaturePages(
  { uow, fonts }: { uow: UnitOfWork; fonts: FontBook },
  document: Pick<DocumentRow, 'id' | 'pages'>,
  { signers, fields }: Plan,
  { senderId, notice }: { senderId: string | undefined; notice: string | undefined },
): Promise<Appearance[]> {
  const [first] = document.pages;
  const placed = new Set(fields.filter(({ isSignature }) => isSignature).map(({ signer }) => signer));
  const without = signers.filter((signer) => signer.pdfField !== null && !placed.has(signer));
  if (!first || without.length === 0) return [];
  const layout = signaturePageLayout(first, document.pages.length, without.length);
  const locales = new Set(without.map(({ input }) => input.locale));
  const [common] = locales.size === 1 ? locales : [];
  const [sender] =
    common === undefined && senderId !== undefined ? await uow.readAuth(selectSenderLocale(senderId)) : [];
  const locale = common ?? sender?.locale ?? null;
  return drawSignaturePages(fonts, layout, { documentId: document.id, locale, notice });
}
