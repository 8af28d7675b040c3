/** Creates a document from a template, as a draft or sent immediately. */
import { readCallback } from '../callbacks/index.ts';
import type { Document, Id, Signer, TemplateUse } from '@countersign/contract';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { documentView, loadDocument, signerView } from '../document-core/index.ts';
import { readRedirects, type SendDependencies, senderOf, withFontWarnings } from '../documents/index.ts';
import { makeDocument } from './instance.ts';
import { loadTemplate } from './view.ts';

export async function useTemplate(
  dependencies: SendDependencies,
  context: RequestContext<MemberPrincipal>,
  id: Id<'template'>,
  {
    send,
    sendAt,
    expirationDays,
    emailSubject,
    emailMessage,
    reminders,
    redirectUrl,
    declineRedirectUrl,
    expiredRedirectUrl,
    callbackUrl,
    ...rest
  }: TemplateUse,
): Promise<{ document: Document; signers: Signer[] }> {
  const { uow } = dependencies;
  const { principal } = context;
  const template = await loadTemplate(uow, principal, id);
  const redirects = await readRedirects(uow, principal.tenantId, {
    redirectUrl,
    declineRedirectUrl,
    expiredRedirectUrl,
  });
  const callback = await readCallback(dependencies, principal.tenantId, callbackUrl);
  const sending = { expirationDays, emailSubject, emailMessage, reminders, redirects, callback };
  const documentId = await makeDocument(dependencies, senderOf(context), template, {
    instance: { ...rest, send: send && sendAt === undefined, sendAt, sending },
  });
  const { document, signers, fields } = await loadDocument(uow, principal, documentId);
  const view = await withFontWarnings(dependencies.fonts, documentView(document, signers, fields));
  return { document: view, signers: signers.map(signerView) };
}
