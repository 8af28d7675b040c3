import type { Document } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectStatus, type StatusRow } from './store.ts';
import { documentView, loadDocument, ownDocumentsOnly } from './view.ts';

export async function getDocument(uow: UnitOfWork, principal: MemberPrincipal, id: string): Promise<Document> {
  const { document, signers, fields } = await loadDocument(uow, principal, id);
  return documentView(document, signers, fields);
}

/** Throws DOCUMENT_NOT_FOUND. */
export async function getStatus(uow: UnitOfWork, principal: MemberPrincipal, id: string): Promise<StatusRow> {
  const { tenantId } = principal;
  const [found] = await uow.read(tenantId, selectStatus(tenantId, id, ownDocumentsOnly(principal)));
  if (!found) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: id });
  return found;
}
