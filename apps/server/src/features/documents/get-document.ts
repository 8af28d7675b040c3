import type { Document, Id } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectDocuments, selectFieldsOf, selectSignersOf, selectStatus } from '../document-core/store/index.ts';
import { type StatusRow, documentView, iso, loadDocument, ownDocumentsOnly } from '../document-core/index.ts';

export async function getDocument(uow: UnitOfWork, principal: MemberPrincipal, id: string): Promise<Document> {
  const { document, signers, fields } = await loadDocument(uow, principal, id);
  return documentView(document, signers, fields);
}

/**
 * Returns documents in the order of the IDs. Leaves out documents that do not exist or that this principal may not see.
 */
export async function getDocuments(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  ids: readonly Id<'document'>[],
): Promise<Document[]> {
  const { tenantId } = principal;
  const [documents, signers, fields] = await uow.readAll(tenantId, [
    selectDocuments({ tenantId, documentIds: ids, owner: ownDocumentsOnly(principal) }),
    selectSignersOf({ tenantId, documentIds: ids }),
    selectFieldsOf({ tenantId, documentIds: ids }),
  ]);
  const rows = new Map(documents.map((row) => [row.id, row]));
  const signersOf = Map.groupBy(signers, (row) => row.document_id);
  const fieldsOf = Map.groupBy(fields, (row) => row.document_id);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [documentView(row, signersOf.get(id) ?? [], fieldsOf.get(id) ?? [])] : [];
  });
}

/** Throws DOCUMENT_NOT_FOUND. */
export async function getStatus(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  id: string,
): Promise<StatusRow & { scheduled_for: string | null }> {
  const { tenantId } = principal;
  const [found] = await uow.read(
    tenantId,
    selectStatus({ tenantId, documentId: id, owner: ownDocumentsOnly(principal) }),
  );
  if (!found) throw new AppError('DOCUMENT_NOT_FOUND', { documentId: id });
  return {
    ...found,
    scheduled_for: iso(found.scheduled_for),
    signers: found.signers.map((signer) => ({ ...signer, signed_at: iso(signer.signed_at) })),
  };
}
