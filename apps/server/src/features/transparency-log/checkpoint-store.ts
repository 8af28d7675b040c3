/** SQL for checkpoints, their keys and their time-stamps. */
import type { Environment } from '@countersign/contract';
import { acrossTenants } from '../../platform/db/across-tenants.ts';
import { statement } from '../../platform/db/statement.ts';

export type LogKeyRow = { generation: number; public_key: Buffer; key_sealed: Buffer; created_at: Date };
export const selectLogKeys = statement<LogKeyRow>(
  'log-keys',
  'select generation, public_key, key_sealed, created_at from log_keys order by generation',
);
export const insertLogKey = statement<
  unknown,
  [generation: number, publicKey: Uint8Array, sealed: Buffer, createdAt: Date]
>(
  'log-key-insert',
  `insert into log_keys (generation, public_key, key_sealed, created_at) values ($1, $2, $3, $4)
   on conflict (generation) do nothing`,
);
export const selectLogId = statement<{ log_id: string }>('log-id', 'select log_id from installation');

export const selectLog = statement<
  { frontier: Buffer; size: string; checkpoint_size: string; environment: Environment },
  [tenant: string]
>(
  'log-select',
  `select l.frontier, l.size, l.checkpoint_size, t.environment from transparency_logs l
   join tenants t on t.tenant_id = l.tenant_id where l.tenant_id = $1`,
);

export type CheckpointRow = { size: string; root: Buffer; note: string; created_at: Date };
const COLUMNS = 'size, root, note, created_at';
export const selectNewestCheckpoint = statement<CheckpointRow, [tenant: string]>(
  'log-checkpoint-newest',
  `select ${COLUMNS} from log_checkpoints where tenant_id = $1 order by size desc limit 1`,
);
const COSIGNED = `c.note || coalesce((select string_agg(w.line, '' order by w.witness) from log_cosignatures w
     where w.tenant_id = $1 and w.size = c.size), '')`;
/** The note contains the cosignatures collected so far. */
export const selectNewestCosigned = statement<CheckpointRow, [tenant: string]>(
  'log-checkpoint-newest-cosigned',
  `select c.size, c.root, ${COSIGNED} as note, c.created_at from log_checkpoints c where c.tenant_id = $1 order by c.size desc limit 1`,
);
/**
 * There is only one checkpoint for each size. Its signature is always the same, so it does not matter which of two
 * processes writes it first.
 */
export const insertCheckpoint = statement<
  unknown,
  [tenant: string, size: number, root: Uint8Array, note: string, createdAt: Date]
>(
  'log-checkpoint-insert',
  `with written as (insert into log_checkpoints (tenant_id, size, root, note, created_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, size) do nothing)
   update transparency_logs set checkpoint_size = greatest(checkpoint_size, $2) where tenant_id = $1`,
);

export const selectWithoutCheckpoint = acrossTenants<{ tenant_id: string }>(
  'log-checkpoints-due',
  'select tenant_id from transparency_logs where size > checkpoint_size and {tenant_id} order by tenant_id',
);
export const selectCheckpointSizes = acrossTenants<{ tenant_id: string; checkpoint_size: string }>(
  'log-checkpoint-sizes',
  'select tenant_id, checkpoint_size from transparency_logs where checkpoint_size > 0 and {tenant_id} order by tenant_id',
);
/** Selects logs without a time-stamp since `before`. A separate check decides for each log whether it has grown. */
export const selectUnstamped = acrossTenants<{ tenant_id: string }, [before: Date]>(
  'log-stamps-due',
  `select tenant_id from transparency_logs where checkpoint_size > 0 and (stamped_at is null or stamped_at < $1) and {tenant_id} order by tenant_id`,
);
/** Returns no row if the checkpoint has a time-stamp, or if one was requested too recently. */
export const claimStamp = statement<
  { size: string; note: string; environment: Environment },
  [tenant: string, now: Date, before: Date]
>(
  'log-stamp-claim',
  `with newest as materialized (select c.size, c.note from log_checkpoints c where c.tenant_id = $1 order by c.size desc limit 1),
   due as (select n.* from newest n where not exists (select from log_timestamps t where t.tenant_id = $1 and t.size = n.size)),
   claimed as (update transparency_logs set stamped_at = $2 where tenant_id = $1 and exists (select from due)
     and (stamped_at is null or stamped_at <= $3) returning tenant_id)
   select due.size, due.note, t.environment from due, claimed join tenants t on t.tenant_id = claimed.tenant_id`,
);
export const insertStamp = statement<unknown, [tenant: string, size: string, token: Buffer, createdAt: Date]>(
  'log-stamp-insert',
  `insert into log_timestamps (tenant_id, size, token, created_at) values ($1, $2, $3, $4)
   on conflict (tenant_id, size) do nothing`,
);
/** The note contains the cosignatures collected so far. */
export const selectCheckpoint = statement<CheckpointRow, [tenant: string, size: number]>(
  'log-checkpoint',
  `select c.size, c.root, ${COSIGNED} as note, c.created_at from log_checkpoints c where c.tenant_id = $1 and c.size = $2`,
);
/** Selects only time-stamped checkpoints, and always the checkpoint of size `upTo`. */
export const selectExported = statement<
  { size: string; note: string; token: Buffer | null },
  [tenant: string, after: number, upTo: number, limit: number]
>(
  'log-checkpoints-exported',
  `select c.size, ${COSIGNED} as note, t.token from log_checkpoints c
     left join log_timestamps t on t.tenant_id = c.tenant_id and t.size = c.size
   where c.tenant_id = $1 and c.size > $2 and c.size <= $3 and (t.size is not null or c.size = $3) order by c.size limit $4`,
);
export const selectNewestOfAll = statement<{ tenant_id: string; note: string }>(
  'log-checkpoints-newest',
  `select l.tenant_id, c.note from transparency_logs l
     join log_checkpoints c on c.tenant_id = l.tenant_id and c.size = l.checkpoint_size order by l.tenant_id`,
);
/** Selects the newest checkpoints, with their time-stamps and the number of their cosignatures. */
export const selectRecentCheckpoints = statement<
  { size: string; created_at: Date; stamped_at: Date | null; cosignatures: number },
  [tenant: string, limit: number]
>(
  'log-checkpoints-recent',
  `select c.size, c.created_at, (select t.created_at from log_timestamps t where t.tenant_id = $1 and t.size = c.size) as stamped_at,
     (select count(*)::int from log_cosignatures w where w.tenant_id = $1 and w.size = c.size) as cosignatures
   from log_checkpoints c where c.tenant_id = $1 order by c.size desc limit $2`,
);
