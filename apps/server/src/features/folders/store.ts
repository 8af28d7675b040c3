/** SQL for folders. */
import type { Folder, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type FolderRow = Pick<Folder, 'id' | 'name' | 'parent_id' | 'shared'> & {
  owner_id: Id<'user'>;
  owner_name: string;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `f.id, f.name, f.parent_id, f.shared, f.owner_id, f.created_at, f.updated_at,
  coalesce((select u.name from users u where u.id = f.owner_id), '') as owner_name`;
const VISIBLE = 'f.tenant_id = $1 and (f.owner_id = $2 or f.shared)';

export const selectFolders = statement<FolderRow, [tenant: string, user: string]>(
  'folders-select',
  `select ${COLUMNS} from folders f where ${VISIBLE} order by lower(f.name), f.id`,
);
export const selectFolder = statement<FolderRow, [tenant: string, user: string, id: string]>(
  'folder-select',
  `select ${COLUMNS} from folders f where ${VISIBLE} and f.id = $3`,
);
/**
 * Locks the tree, so that two concurrent moves cannot put a folder into itself. One lock for the whole tree is enough,
 * because folders rarely change.
 */
export const lockTree = statement<unknown, [tenant: string]>(
  'folders-lock',
  `select pg_advisory_xact_lock(hashtextextended('folders ' || $1, 0))`,
);
/**
 * Selects all folders of the organization, including folders that the caller cannot see, because a loop can lead
 * through such a folder.
 */
export const selectTree = statement<Pick<FolderRow, 'id' | 'parent_id' | 'owner_id' | 'shared'>, [tenant: string]>(
  'folders-tree',
  'select id, parent_id, owner_id, shared from folders where tenant_id = $1',
);
export const insertFolder = namedStatement<
  unknown,
  { tenantId: string; id: string; owner: string; parentId: string | null; name: string; shared: boolean; now: Date }
>(
  'folder-insert',
  `insert into folders (tenant_id, id, owner_id, parent_id, name, shared, created_at, updated_at)
   values (:tenantId, :id, :owner, :parentId, :name, :shared, :now, :now)`,
);
export const updateFolderRow = namedStatement<
  unknown,
  { tenantId: string; id: string; name: string; parentId: string | null; now: Date }
>(
  'folder-update',
  'update folders set name = :name, parent_id = :parentId, updated_at = :now where tenant_id = :tenantId and id = :id',
);
export const updateSharing = statement<unknown, [tenant: string, ids: readonly string[], shared: boolean]>(
  'folder-sharing',
  'update folders set shared = $3 where tenant_id = $1 and id = any ($2::text[])',
);
export const moveUp = statement<unknown, [tenant: string, parent: string, to: string | null]>(
  'folders-move-up',
  'update folders set parent_id = $3 where tenant_id = $1 and parent_id = $2',
);
export const deleteFolderRow = statement<unknown, [tenant: string, id: string]>(
  'folder-delete',
  'delete from folders where tenant_id = $1 and id = $2',
);
/**
 * Locks the contents of a folder, so that two requests for the same documents cannot deadlock. Callers must pass the
 * folder IDs in sorted order.
 */
export const lockContents = statement<unknown, [tenant: string, folders: readonly string[]]>(
  'folders-lock-contents',
  `select pg_advisory_xact_lock(hashtextextended('folder ' || $1 || ' ' || id, 0)) from unnest($2::text[]) as id`,
);
/** Locks the folders that a person can see, so that they cannot be deleted before the transaction ends. */
export const lockFolders = statement<{ id: string }, [tenant: string, user: string, ids: readonly string[]]>(
  'folders-lock-rows',
  `select f.id from folders f where ${VISIBLE} and f.id = any ($3::text[]) order by f.id for key share`,
);
/** Returns the documents that were not in the folder before. */
export const insertDocuments = statement<
  { id: string },
  [tenant: string, folder: string, documents: readonly string[], at: Date]
>(
  'folder-add',
  `insert into folder_documents (tenant_id, folder_id, document_id, added_at)
   select f.tenant_id, f.id, unnest($3::text[]), $4::timestamptz from folders f where f.tenant_id = $1 and f.id = $2 on conflict (tenant_id, folder_id, document_id) do nothing
   returning document_id as id`,
);
export const countDocuments = statement<{ count: number }, [tenant: string, folder: string]>(
  'folder-count',
  'select count(*)::int as count from folder_documents where tenant_id = $1 and folder_id = $2',
);
/** Returns the documents that were in the folder before. */
export const deleteDocuments = statement<
  { id: string },
  [tenant: string, folder: string, documents: readonly string[]]
>(
  'folder-remove',
  `delete from folder_documents where tenant_id = $1 and folder_id = $2 and document_id = any ($3::text[])
   returning document_id as id`,
);
