/** The documents that a recipient can open from a signing page. */
import type { Id, SigningView } from '@countersign/contract';
import type { Redirects, VisitRow } from '../document-core/index.ts';
import { redirectFor } from './redirect-for.ts';
import type { SigningContext } from './store.ts';

export const redirectOf = (context: SigningContext, when: keyof Redirects): string | null =>
  redirectFor(context.redirects, when, { documentId: context.document_id, hosts: context.redirect_hosts });
/** Returns only the recipient's own documents. On an in-person device, there is only one document. */
export function packageView(signerId: Id<'signer'>, visit: readonly VisitRow[]): SigningView['package'] {
  const [first] = visit;
  // Several roles in a document that was sent alone do not form a package.
  if (!first || first.package_id === null || first.package_title === null) return null;
  return {
    id: first.package_id,
    title: first.package_title,
    position: visit.findIndex(({ signer_id: id }) => id === signerId) + 1,
    documents: visit.map(({ document_id: id, signer_id: signer, title, status, document_status }) => ({
      document_id: id,
      signer_id: signer,
      title,
      status,
      document_status,
    })),
  };
}
