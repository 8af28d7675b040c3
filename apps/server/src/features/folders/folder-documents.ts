/** Adds documents to folders and removes them. Each document succeeds or fails on its own. */
import { ERRORS, type ErrorCode, type Id, LIMITS } from '@countersign/contract';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { certainRow } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { lockVisibleIds, ownDocumentsOnly } from '../document-core/index.ts';
import { countDocuments, deleteDocuments, insertDocuments, lockContents, lockFolders } from './store.ts';

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
    await lock(tx, principal, from === undefined ? [folderId] : [folderId, from]);
    const visible = await tx.query(lockVisibleIds(tenantId, documentIds, ownDocumentsOnly(principal)));
    const ids = visible.map(({ id }) => id);
    tx.write(insertDocuments(tenantId, folderId, ids, tx.now));
    const { count } = certainRow(await tx.query(countDocuments(tenantId, folderId)));
    const limit = LIMITS.folderDocuments;
    if (count > limit) throw new AppError('FOLDER_FULL', { limit });
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
    await lock(tx, principal, [folderId]);
    const visible = await tx.query(lockVisibleIds(tenantId, documentIds, ownDocumentsOnly(principal)));
    const ids = visible.map(({ id }) => id);
    tx.write(deleteDocuments(tenantId, folderId, ids));
    return resultsOf(documentIds, ids);
  });
}

/** Locks before the documents, in the same order in every request. */
async function lock(tx: Tx, { tenantId, userId }: MemberPrincipal, folderIds: readonly Id<'folder'>[]): Promise<void> {
  await tx.query(lockContents(tenantId, folderIds.toSorted()));
  const found = new Set((await tx.query(lockFolders(tenantId, userId, folderIds))).map(({ id }) => id));
  for (const folderId of folderIds) if (!found.has(folderId)) throw new AppError('FOLDER_NOT_FOUND', { folderId });
}

function resultsOf(asked: readonly string[], found: readonly string[]): FiledResult[] {
  return [...new Set(asked)].map((documentId) =>
    found.includes(documentId)
      ? { documentId, success: true }
      : { documentId, success: false, error: 'DOCUMENT_NOT_FOUND', message: ERRORS.DOCUMENT_NOT_FOUND[1] },
  );
}
