/** SQL for stored files: their expected content, damage, progress of the monthly check, and unreferenced files. */
import type { PlainFile } from './encrypt.ts';
import type { Id } from '@countersign/contract';
import type { Place } from '../../platform/blobs/blob-home.ts';
import type { BlobFault } from '../../platform/blobs/checked-blobs.ts';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export const selectRecord = statement<
  {
    size_bytes: number;
    sha256: string;
    hashes: Buffer | null;
    is_sealed: boolean;
    file: string | null;
    holder_id: string | null;
    wrapped: Buffer | null;
  },
  [tenant: string, blob: string]
>(
  'blob-record',
  `select b.size_bytes, b.sha256, c.hashes, b.is_sealed, b.file, k.holder_id, k.wrapped
   from blobs b left join blob_chunks c on c.tenant_id = b.tenant_id and c.blob_id = b.id
     left join blob_keys k on k.tenant_id = b.tenant_id and k.blob_id = b.id
   where b.tenant_id = $1 and b.id = $2 limit 1`,
);
export const insertChunkHashes = statement<unknown, [tenant: string, blob: string, hashes: Buffer]>(
  'blob-chunks-learn',
  `insert into blob_chunks (tenant_id, blob_id, hashes) select b.tenant_id, b.id, $3 from blobs b where b.tenant_id = $1 and b.id = $2 and not b.is_sealed
   on conflict do nothing`,
);

// ------------------------------------------------------------------ damage
/** Returns no row for a file that is being erased, or for damage that was already recorded. */
export const noteDamage = statement<
  { blob_id: Id<'blob'> },
  [tenant: string, blob: string, fault: BlobFault, now: Date]
>(
  'blob-damaged',
  `insert into damaged_blobs (tenant_id, blob_id, fault, found_at)
   select b.tenant_id, b.id, $3, $4 from blobs b where b.tenant_id = $1 and b.id = $2 and b.unused_since is null
   on conflict do nothing returning blob_id`,
);
export const deleteDamage = statement<{ blob_id: Id<'blob'> }, [tenant: string, blob: string]>(
  'blob-restored',
  'delete from damaged_blobs where tenant_id = $1 and blob_id = $2 returning blob_id',
);
export const countDamaged = statement<{ count: number; since: Date | null }>(
  'blobs-damaged-count',
  'select count(*)::int as count, min(found_at) as since from damaged_blobs',
);

export type FileRow = {
  tenant_id: Id<'tenant'>;
  id: Id<'blob'>;
  size_bytes: number;
  sha256: string;
  is_damaged: boolean;
};
const FILE = `b.tenant_id, b.id, b.size_bytes, b.sha256, d.blob_id is not null as is_damaged from blobs b
   left join damaged_blobs d on d.tenant_id = b.tenant_id and d.blob_id = b.id`;
export const selectDamagedFiles = statement<FileRow, [count: number]>(
  'blobs-damaged-files',
  `select ${FILE} where d.blob_id is not null and b.unused_since is null order by d.found_at limit $1`,
);

export const listDamagedFiles = statement<{ key: string; fault: BlobFault; found_at: Date }>(
  'blobs-damaged-list',
  `select tenant_id || '/' || blob_id as key, fault, found_at from damaged_blobs order by found_at limit 1000`,
);

// ------------------------------------------------------------------ monthly check
export const selectLastScrub = statement<{
  started_at: Date;
  finished_at: Date | null;
  files: number;
  bytes: number;
  damaged: number;
}>('scrub-last', 'select started_at, finished_at, files, bytes, damaged from blob_scrubs order by id desc limit 1');
export type ScrubRow = { id: number; after_tenant: string; after_blob: string };
/** Has no effect while a check runs, or within a month of the last check. */
export const beginScrub = statement<unknown, [now: Date, notSince: Date]>(
  'scrub-begin',
  `insert into blob_scrubs (started_at, lease_until) select $1, $1 where not exists (select from blob_scrubs where started_at > $2)
   on conflict do nothing`,
);
export const claimScrub = statement<ScrubRow, [now: Date, until: Date]>(
  'scrub-claim',
  `update blob_scrubs set lease_until = $2 where finished_at is null and lease_until <= $1
   returning id, after_tenant, after_blob`,
);
export const selectFiles = statement<FileRow, [afterTenant: string, afterBlob: string, count: number]>(
  'scrub-files',
  `select ${FILE} where (b.tenant_id, b.id) > ($1, $2) and b.unused_since is null order by b.tenant_id, b.id limit $3`,
);
/** Returns no row if another process has continued the check. */
export const advanceScrub = namedStatement<
  { id: number },
  {
    id: number;
    fromTenant: string;
    fromBlob: string;
    toTenant: string;
    toBlob: string;
    files: number;
    bytes: number;
    damaged: number;
    leaseUntil: Date;
  }
>(
  'scrub-advance',
  `update blob_scrubs set after_tenant = :toTenant, after_blob = :toBlob, files = files + :files, bytes = bytes + :bytes, damaged = damaged + :damaged, lease_until = :leaseUntil
   where id = :id and after_tenant = :fromTenant and after_blob = :fromBlob returning id`,
);
export const finishScrub = statement<
  { started_at: Date; files: number; bytes: number; damaged: number },
  [id: number, now: Date]
>(
  'scrub-finish',
  'update blob_scrubs set finished_at = $2 where id = $1 and finished_at is null returning started_at, files, bytes, damaged',
);

// ------------------------------------------------------------------ unreferenced files
export const selectKnownTenants = statement<{ tenant_id: string }, [tenants: readonly string[]]>(
  'files-tenants',
  'select tenant_id from tenants where tenant_id = any($1::text[])',
);
export const selectNamedFiles = statement<{ name: string }, [tenant: string, names: readonly string[]]>(
  'files-named',
  `select id as name from blobs where tenant_id = $1 and id = any($2::text[]) and file is null
   union all select file from blobs where tenant_id = $1 and file = any($2::text[])`,
);
export const insertUnclaimed = statement<unknown, [keys: string[], now: Date]>(
  'files-unclaimed-note',
  'insert into unclaimed_files (key, found_at) select key, $2 from unnest($1::text[]) as k (key) on conflict do nothing',
);
export const selectUnclaimed = statement<{ key: string }, [before: Date, count: number]>(
  'files-unclaimed-due',
  'select key from unclaimed_files where found_at <= $1 order by found_at limit $2',
);
export const deleteUnclaimed = statement<unknown, [keys: string[]]>(
  'files-unclaimed-forget',
  'delete from unclaimed_files where key = any ($1)',
);

// ------------------------------------------------------------------ encryption of files stored earlier
/** Selects files to encrypt. A damaged file is skipped until it is intact again. */
export const selectPlainFiles = statement<PlainFile, [afterTenant: string, afterBlob: string, count: number]>(
  'files-plain',
  `select b.tenant_id, b.id, b.size_bytes, b.sha256 from blobs b
   where (b.tenant_id, b.id) > ($1, $2) and not b.is_sealed and b.unused_since is null
     and not exists (select from damaged_blobs d where d.tenant_id = b.tenant_id and d.blob_id = b.id)
   order by b.tenant_id, b.id limit $3`,
);
export const countFiles = statement<{ sealed: number; sealed_bytes: number; plain: number; plain_bytes: number }>(
  'files-count',
  `select count(*) filter (where is_sealed)::int as sealed, coalesce(sum(size_bytes) filter (where is_sealed), 0)::bigint as sealed_bytes,
     count(*) filter (where not is_sealed)::int as plain, coalesce(sum(size_bytes) filter (where not is_sealed), 0)::bigint as plain_bytes
   from blobs where unused_since is null`,
);
/** Measures the files with these keys. Ignores keys without a row. */
export const measureFiles = statement<{ files: number; bytes: number }, [keys: string[]]>(
  'files-measure',
  `select count(*)::int as files, coalesce(sum(b.size_bytes), 0)::bigint as bytes from unnest($1::text[]) as k (key)
     join blobs b on b.tenant_id = split_part(k.key, '/', 1)
       and (b.id = split_part(k.key, '/', 2) and b.file is null or b.file = split_part(k.key, '/', 2))
   where b.unused_since is null`,
);
export const countPlain = statement<{ files: number }>(
  'files-plain-count',
  'select count(*)::int as files from blobs where not is_sealed and unused_since is null',
);
export const selectEncryption = statement<{ files: number; bytes: number }>(
  'encryption-state',
  'select files, bytes from blob_encryption',
);
export const claimEncryption = statement<{ id: number }, [now: Date, until: Date]>(
  'encryption-claim',
  'update blob_encryption set lease_until = $2 where lease_until <= $1 returning id',
);
export const advanceEncryption = statement<unknown, [until: Date, files: number, bytes: number]>(
  'encryption-advance',
  'update blob_encryption set lease_until = $1, files = files + $2, bytes = bytes + $3',
);
export const releaseEncryption = statement<unknown, [now: Date]>(
  'encryption-release',
  'update blob_encryption set lease_until = $1',
);
export const selectHolders = statement<{ id: string }, [tenant: string, blob: string]>(
  'blob-holders',
  `select id from documents where tenant_id = $1 and blob_id = $2
   union select id from attachments where tenant_id = $1 and blob_id = $2
   union select template_id from template_files where tenant_id = $1 and blob_id = $2
   union select export_id from export_parts where tenant_id = $1 and blob_id = $2`,
);
export const sealBlob = statement<{ sealed: boolean }, [blob: string, name: string]>(
  'blob-seal',
  'select seal_blob($1, $2) as sealed',
);
export const insertBlobKeys = statement<unknown, [tenant: string, blob: string, holders: string[], wrapped: Buffer[]]>(
  'blob-keys-insert',
  `insert into blob_keys (tenant_id, blob_id, holder_id, wrapped)
   select b.tenant_id, b.id, k.holder, k.wrapped from blobs b, unnest($3::text[], $4::bytea[]) as k (holder, wrapped)
   where b.tenant_id = $1 and b.id = $2`,
);

// ------------------------------------------------------------------ quota
export const lockStorage = statement<unknown, [organization: string]>('storage-lock', 'select lock_storage($1, true)');
export const selectUsage = statement<{ files: number; bytes: number }, [tenant: string]>(
  'storage-usage',
  'select count(*)::int as files, coalesce(sum(size_bytes), 0)::bigint as bytes from blobs where tenant_id = $1',
);
export const selectQuota = statement<{ quota_bytes: number }, [tenant: string]>(
  'storage-quota',
  `select s.quota_bytes from organization_storage s join tenants t on t.organization_id = s.organization_id where t.tenant_id = $1`,
);
export const upsertQuota = statement<unknown, [organization: string, quota: number, used: number]>(
  'storage-quota-set',
  `insert into organization_storage (organization_id, quota_bytes, used_bytes) values ($1, $2, $3)
   on conflict (organization_id) do update set quota_bytes = excluded.quota_bytes, used_bytes = excluded.used_bytes`,
);
export const deleteQuota = statement<unknown, [organization: string]>(
  'storage-quota-end',
  'delete from organization_storage where organization_id = $1',
);
export const selectOrganizations = statement<{ organization_id: Id<'organization'>; name: string; tenants: string[] }>(
  'storage-organizations',
  `select t.organization_id, min(o.name) as name, array_agg(t.tenant_id order by t.environment) as tenants
   from tenants t join organizations o on o.tenant_id = t.tenant_id where o.deleted_at is null
   group by t.organization_id order by 2, 1`,
);

// ------------------------------------------------------------------ moves
export const createHome = statement<unknown>(
  'blob-home-create',
  `insert into blob_home (place) values ('folder') on conflict do nothing`,
);

/** Starts a move. If the target is already the current one, the interrupted move continues. */
export const beginMove = statement<unknown, [to: Place, now: Date]>(
  'blob-move-begin',
  `update blob_home set place = $1, version = version + (place <> $1)::integer, move_ended_at = null,
     move_started_at = case when place = $1 and move_ended_at is null then coalesce(move_started_at, $2) else $2 end,
     moved_files = case when place = $1 and move_ended_at is null then moved_files else 0 end,
     moved_bytes = case when place = $1 and move_ended_at is null then moved_bytes else 0 end`,
);

export const selectHomeState = statement<{
  place: Place;
  move_started_at: Date | null;
  move_ended_at: Date | null;
  moved_files: number;
  moved_bytes: number;
  copying: string[];
}>('blob-home-state', 'select place, move_started_at, move_ended_at, moved_files, moved_bytes, copying from blob_home');

export const noteCopying = statement<unknown, [keys: string[]]>(
  'blob-move-copying',
  'update blob_home set copying = $1',
);

export const noteMoved = statement<unknown, [files: number, bytes: number]>(
  'blob-move-moved',
  `update blob_home set copying = '{}', moved_files = moved_files + $1, moved_bytes = moved_bytes + $2`,
);

export const endMove = statement<unknown, [now: Date]>('blob-move-end', 'update blob_home set move_ended_at = $1');
