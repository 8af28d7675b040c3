/** Adds documents to folders and removes them. Each document succeeds or fails on its own. */
import { ERRORS, type ErrorCode, type Id } from '@countersign/contract';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { ownDocumentsOnly, selectVisibleIds } from '../document-core/index.ts';
import { seen } from './folders.ts';
import { deleteDocuments, insertDocuments } from './store.ts';

type Context = RequestContext<MemberPrincipal>;
export type FiledResult = { documentId: string; success: boolean; error?: ErrorCode; message?: string };

export function addToFolder(
  uow: UnitOfWork,
  { principal }: Context,
  folderId: Id<'folder'>,
  { documentIds, from }: { documentIds: readonly string[]; from?: Id<'folder'> | undefined },
): Promise<FiledResult[]> {
  const { tenantId } = principal;
  return uow.run(tenantId, async (tx) => {
    await seen(tx, principal, folderId);
    if (from !== undefined) await seen(tx, principal, from);
    const visible = await tx.query(selectVisibleIds(tenantId, documentIds, ownDocumentsOnly(principal)));
    const ids = visible.map(({ id }) => id);
    tx.write(insertDocuments(tenantId, folderId, ids, tx.now));
    if (from !== undefined && from !== folderId) tx.write(deleteDocuments(tenantId, from, ids));
    return resultsOf(documentIds, ids);
  });
}

export function removeFromFolder(
  uow: UnitOfWork,
  { principal }: Context,
  folderId: Id<'folder'>,
  documentIds: readonly string[],
): Promise<FiledResult[]> {
  const { tenantId } = principal;
  return uow.run(tenantId, async (tx) => {
    await seen(tx, principal, folderId);
    const visible = await tx.query(selectVisibleIds(tenantId, documentIds, ownDocumentsOnly(principal)));
    const ids = visible.map(({ id }) => id);
    tx.write(deleteDocuments(tenantId, folderId, ids));
    return resultsOf(documentIds, ids);
  });
}

function resultsOf(asked: readonly string[], found: readonly string[]): FiledResult[] {
  return [...new Set(asked)].map((documentId) =>
    found.includes(documentId)
      ? { documentId, success: true }
      : { documentId, success: false, error: 'DOCUMENT_NOT_FOUND', message: ERRORS.DOCUMENT_NOT_FOUND[1] },
  );
}
