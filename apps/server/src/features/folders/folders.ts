/**
 * Folders organize documents and do not grant access to them. A list with the filter `folder` contains only documents
 * to which the reader has access. Folders are not part of the audit trail (ADR 134).
 */
import { type Folder, type Id, type InputOf, LIMITS, type operations } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  deleteFolderRow,
  type FolderRow,
  insertFolder,
  lockTree,
  moveUp,
  selectFolder,
  selectFolders,
  selectTree,
  updateFolderRow,
  updateSharing,
} from './store.ts';
import { FolderTree } from './tree.ts';

type Context = RequestContext<MemberPrincipal>;
type Created = InputOf<(typeof operations)['createFolder']>['body'];
type Changed = InputOf<(typeof operations)['updateFolder']>['body'];

const canChange = ({ owner_id: owner, shared }: FolderRow, { userId, role }: MemberPrincipal): boolean =>
  owner === userId || (shared && role !== 'member');

export async function listFolders(uow: UnitOfWork, principal: MemberPrincipal): Promise<Folder[]> {
  const rows = await uow.read(principal.tenantId, selectFolders(principal.tenantId, principal.userId));
  return rows.map((row) => view(row, principal));
}

export function createFolder(uow: UnitOfWork, { principal }: Context, input: Created): Promise<Folder> {
  const { tenantId, userId } = principal;
  const { name, parentId } = input;
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockTree(tenantId));
    const parent = parentId === null ? undefined : await seen(tx, principal, parentId);
    const rows = await tx.query(selectTree(tenantId));
    if (rows.filter(({ owner_id: owner }) => owner === userId).length >= LIMITS.folders)
      throw new AppError('TOO_MANY_FOLDERS', { limit: LIMITS.folders });
    if (new FolderTree(rows).depthOf(parentId) >= LIMITS.folderDepth) throw tooDeep();
    const shared = parent?.shared ?? input.shared;
    if (shared) refuseMoreShared(rows, 1);
    const id = newId('folder', tx.now);
    tx.write(insertFolder({ tenantId, id, owner: userId, parentId, name, shared, now: tx.now }));
    return view(await seen(tx, principal, id), principal);
  });
}

export function updateFolder(
  uow: UnitOfWork,
  { principal }: Context,
  id: Id<'folder'>,
  input: Changed,
): Promise<Folder> {
  const { tenantId, userId } = principal;
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockTree(tenantId));
    const row = await changeable(tx, principal, id);
    const rows = await tx.query(selectTree(tenantId));
    const tree = new FolderTree(rows);
    const levels = tree.levelsFrom(id);
    const branch = levels.flat();
    const parentId = input.parentId === undefined ? row.parent_id : input.parentId;
    if (parentId !== null && parentId !== row.parent_id) {
      await seen(tx, principal, parentId);
      if (branch.some((folder) => folder.id === parentId)) throw tooDeep();
      if (tree.depthOf(parentId) + levels.length > LIMITS.folderDepth) throw tooDeep();
    }
    const parent = parentId === null ? undefined : tree.get(parentId);
    const shared = parent?.shared ?? input.shared ?? row.shared;
    // Other people's folders inside a private folder would be hidden, even from their owners.
    const others = branch.filter(({ owner_id: owner }) => owner !== userId).length;
    if (row.shared && !shared && others > 0) throw new AppError('FOLDER_SHARED_BY_OTHERS', { folders: others });
    if (!row.shared && shared) refuseMoreShared(rows, branch.length);
    tx.write(updateFolderRow({ tenantId, id, name: input.name ?? row.name, parentId, now: tx.now }));
    if (shared !== row.shared) {
      const ids = branch.map((folder) => folder.id);
      tx.write(updateSharing(tenantId, ids, shared));
    }
    return view(await seen(tx, principal, id), principal);
  });
}

export function deleteFolder(uow: UnitOfWork, { principal }: Context, id: Id<'folder'>): Promise<void> {
  const { tenantId } = principal;
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockTree(tenantId));
    const row = await changeable(tx, principal, id);
    tx.write(moveUp(tenantId, id, row.parent_id));
    tx.write(deleteFolderRow(tenantId, id));
  });
}

async function seen(tx: Tx, principal: MemberPrincipal, id: string): Promise<FolderRow> {
  const [row] = await tx.query(selectFolder(principal.tenantId, principal.userId, id));
  if (!row) throw new AppError('FOLDER_NOT_FOUND', { folderId: id });
  return row;
}

async function changeable(tx: Tx, principal: MemberPrincipal, id: string): Promise<FolderRow> {
  const row = await seen(tx, principal, id);
  if (!canChange(row, principal))
    throw new AppError(
      'FORBIDDEN',
      {},
      { message: 'Only admins, owners and the person who created this folder can change it.' },
    );
  return row;
}

function refuseMoreShared(rows: readonly { shared: boolean }[], more: number): void {
  const limit = LIMITS.sharedFolders;
  if (rows.filter(({ shared }) => shared).length + more > limit)
    throw new AppError(
      'TOO_MANY_FOLDERS',
      { limit },
      { message: `An organization can have at most ${limit} shared folders. Delete one that you no longer need.` },
    );
}

const tooDeep = (): AppError => new AppError('FOLDER_NESTING', { limit: LIMITS.folderDepth });

function view(row: FolderRow, principal: MemberPrincipal): Folder {
  return {
    id: row.id,
    name: row.name,
    parent_id: row.parent_id,
    shared: row.shared,
    owner: { id: row.owner_id, name: row.owner_name },
    can_change: canChange(row, principal),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
