import type { Backup, BackupCheck, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type BackupRow = {
  id: Id<'backup'>;
  trigger: Backup['trigger'];
  state: Backup['state'];
  step: 'tables' | 'files' | null;
  done: number;
  total: number;
  taken_at: Date | null;
  row_count: number | null;
  files: number | null;
  copied_files: number | null;
  size_bytes: number | null;
  fault_count: number;
  faults: Backup['faults'];
  failure: string | null;
  created_at: Date;
  finished_at: Date | null;
  verification: Backup['verification']['state'];
  checks: BackupCheck[];
  verified_at: Date | null;
  alerted_at: Date | null;
};

export const isBeingVerified = ({ verification }: BackupRow): boolean =>
  verification === 'queued' || verification === 'running';

const COLUMNS = `id, trigger, state, step, done, total, taken_at, row_count, files, copied_files, size_bytes, fault_count, faults, failure, created_at, finished_at,
  verification, checks, verified_at, alerted_at`;

export const selectBackup = statement<BackupRow, [tenant: string, id: string]>(
  'backup-select',
  `select ${COLUMNS} from backups where tenant_id = $1 and id = $2`,
);
export const lockBackup = statement<BackupRow, [tenant: string, id: string]>(
  'backup-lock',
  `select ${COLUMNS} from backups where tenant_id = $1 and id = $2 for update`,
);
export const selectBackups = statement<BackupRow, [tenant: string, before: string | null, limit: number]>(
  'backups-page',
  `select ${COLUMNS} from backups where tenant_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
);
export const selectAllBackups = statement<BackupRow, [tenant: string]>(
  'backups-all',
  `select ${COLUMNS} from backups where tenant_id = $1 order by id desc`,
);
export const selectWork = statement<{ work: number; newest_slot: string | null }, [tenant: string]>(
  'backups-work',
  `select (count(*) filter (where state in ('queued', 'running') or verification in ('queued', 'running')))::int as work,
     max(slot)::text as newest_slot from backups where tenant_id = $1`,
);
/** Inserts nothing if a backup is running, or if the day already has a backup. */
export const insertBackup = namedStatement<
  BackupRow,
  { tenantId: string; id: string; trigger: string; slot: string | null; now: Date }
>(
  'backup-insert',
  `insert into backups (tenant_id, id, trigger, slot, state, created_at) values (:tenantId, :id, :trigger, :slot::date, 'queued', :now)
   on conflict do nothing returning ${COLUMNS}`,
);
/**
 * Inserts a backup created by a command, or a backup that was still running when the restored database was backed up.
 */
export const insertFound = namedStatement<
  unknown,
  { tenantId: string; id: string; takenAt: Date; rows: number; files: number; faultCount: number; faults: string }
>(
  'backup-found',
  `insert into backups (tenant_id, id, trigger, state, taken_at, row_count, files, fault_count, faults, created_at, finished_at)
   values (:tenantId, :id, 'command', 'ready', :takenAt, :rows, :files, :faultCount, :faults::jsonb, :takenAt, :takenAt)
   on conflict (tenant_id, id) do update set state = 'ready', taken_at = excluded.taken_at, row_count = excluded.row_count,
     files = excluded.files, fault_count = excluded.fault_count, faults = excluded.faults, finished_at = excluded.finished_at, failure = null where backups.state <> 'ready'`,
);
export const updateState = statement<
  unknown,
  [tenant: string, id: string, state: string, failure: string | null, now: Date | null]
>(
  'backup-state',
  `update backups set state = $3, failure = $4, finished_at = $5, step = null, done = 0, total = 0 where tenant_id = $1 and id = $2`,
);
export const updateProgress = statement<
  unknown,
  [tenant: string, id: string, step: string, done: number, total: number]
>(
  'backup-progress',
  `update backups set step = $3, done = $4, total = $5 where tenant_id = $1 and id = $2 and state = 'running'`,
);
export const updateMade = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    takenAt: Date;
    rows: number;
    files: number;
    copied: number;
    bytes: number;
    faultCount: number;
    faults: string;
    now: Date;
    verification: string;
  }
>(
  'backup-made',
  `update backups set state = 'ready', step = null, taken_at = :takenAt, row_count = :rows, files = :files, copied_files = :copied,
     size_bytes = :bytes, fault_count = :faultCount, faults = :faults::jsonb, finished_at = :now, failure = null, verification = :verification where tenant_id = :tenantId and id = :id`,
);
export const updateVerification = statement<
  BackupRow,
  [tenant: string, id: string, state: string, checks: string, now: Date | null]
>(
  'backup-verification',
  `update backups set verification = $3, checks = $4::jsonb, verified_at = $5 where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
);
/** Inserts nothing if another process has already inserted the row. */
export const noteAlert = statement<{ id: string }, [tenant: string, id: string, now: Date]>(
  'backup-alert',
  'update backups set alerted_at = $3 where tenant_id = $1 and id = $2 and alerted_at is null returning id',
);
export const clearAlerts = statement<unknown, [tenant: string]>(
  'backup-alerts-clear',
  'update backups set alerted_at = null where tenant_id = $1 and alerted_at is not null',
);
export const deleteRow = statement<unknown, [tenant: string, id: string]>(
  'backup-delete',
  'delete from backups where tenant_id = $1 and id = $2',
);

// ------------------------------------------------------------------ statements for a restored database
export type TenantRow = { tenant_id: Id<'tenant'>; environment: 'live' | 'sandbox' };
export const selectTenants = statement<TenantRow>('backup-tenants', 'select tenant_id, environment from tenants');
export const selectStoredFiles = statement<{ id: Id<'blob'> }, [tenant: string, after: string, limit: number]>(
  'backup-stored-files',
  'select id from blobs where tenant_id = $1 and id > $2 and unused_since is null order by id limit $3',
);
