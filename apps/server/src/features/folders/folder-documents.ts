/** Adds documents to folders and removes them. Each document succeeds or fails independently. */
import { ERRORS, type ErrorCode, type Id, LIMITS } from '@countersign/contract';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { certainRow } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { lockVisibleIds, ownDocumentsOnly } from '../document-core/index.ts';
import { countDocuments, deleteDocuments, insertDocuments, lockContents, lockFolders } from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type Filing = { added?: boolean; removed?: boolean };
export type FiledResult = { documentId: string; success: boolean; error?: ErrorCode; message?: string } & Filing;

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
    const added = idsOf(await tx.query(insertDocuments(tenantId, folderId, ids, tx.now)));
    const { count } = certainRow(await tx.query(countDocuments(tenantId, folderId)));
    const limit = LIMITS.folderDocuments;
    if (count > limit) throw new AppError('FOLDER_FULL', { limit });
    const removed =
      from === undefined || from === folderId ? null : idsOf(await tx.query(deleteDocuments(tenantId, from, ids)));
    return resultsOf(documentIds, ids, (id) => ({
      added: added.has(id),
      ...(removed !== null && { removed: removed.has(id) }),
    }));
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
    const removed = idsOf(await tx.query(deleteDocuments(tenantId, folderId, ids)));
    return resultsOf(documentIds, ids, (id) => ({ removed: removed.has(id) }));
  });
}

/** Folders are locked before documents, in the same order in every request. */
async function lock(tx: Tx, { tenantId, userId }: MemberPrincipal, folderIds: readonly Id<'folder'>[]): Promise<void> {
  await tx.query(lockContents(tenantId, folderIds.toSorted()));
  const found = new Set((await tx.query(lockFolders(tenantId, userId, folderIds))).map(({ id }) => id));
  for (const folderId of folderIds) if (!found.has(folderId)) throw new AppError('FOLDER_NOT_FOUND', { folderId });
}

const idsOf = (rows: readonly { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id));

function resultsOf(
  asked: readonly string[],
  found: readonly string[],
  filingOf: (id: string) => Filing,
): FiledResult[] {
  return [...new Set(asked)].map((documentId) =>
    found.includes(documentId)
      ? { documentId, success: true, ...filingOf(documentId) }
      : { documentId, success: false, error: 'DOCUMENT_NOT_FOUND', message: ERRORS.DOCUMENT_NOT_FOUND[1] },
  );
}
