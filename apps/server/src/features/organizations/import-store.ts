/** SQL for user imports, in an organization's live tenant. */
import type { Id } from '@countersign/contract';
import type { Party } from '../../platform/audit/recorder.ts';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type ImportStatus = 'preview' | 'running' | 'completed' | 'undoing' | 'undone';
export type RowStatus = 'ready' | 'created' | 'invited' | 'skipped' | 'failed' | 'undone' | 'kept';
export type ImportRow = {
  id: Id<'userImport'>;
  status: ImportStatus;
  by_user_id: Id<'user'>;
  party: { actor: Party; address: string; userAgent: string };
  total: number;
  created_at: Date;
  finished_at: Date | null;
};
const IMPORT = 'id, status, by_user_id, party, total, created_at, finished_at';

export const insertImport = namedStatement<
  unknown,
  { tenantId: string; id: string; userId: string; party: string; total: number; now: Date }
>(
  'user-import-insert',
  `insert into user_imports (tenant_id, id, by_user_id, party, total, created_at) values (:tenantId, :id, :userId, :party, :total, :now)`,
);
export const insertImportRows = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    n: number[];
    email: string[];
    name: string[];
    role: string[];
    status: string[];
    message: (string | null)[];
  }
>(
  'user-import-rows-insert',
  `insert into user_import_rows (tenant_id, import_id, n, email, name, role, status, message)
   select :tenantId, :id, * from unnest(:n::int[], :email::text[], :name::text[], :role::text[], :status::text[], :message::text[])`,
);
export const selectImport = statement<ImportRow, [tenant: string, id: string]>(
  'user-import-select',
  `select ${IMPORT} from user_imports where tenant_id = $1 and id = $2`,
);
export const lockImport = statement<ImportRow, [tenant: string, id: string]>(
  'user-import-lock',
  `select ${IMPORT} from user_imports where tenant_id = $1 and id = $2 for update`,
);
export const updateImport = statement<
  unknown,
  [tenant: string, id: string, status: ImportStatus, finishedAt: Date | null]
>('user-import-status', 'update user_imports set status = $3, finished_at = $4 where tenant_id = $1 and id = $2');
export const countImportRows = statement<{ status: RowStatus; count: number }, [tenant: string, id: string]>(
  'user-import-rows-count',
  'select status, count(*)::int as count from user_import_rows where tenant_id = $1 and import_id = $2 group by status',
);
export type ImportedRow = {
  n: number;
  email: string;
  name: string;
  role: string;
  status: RowStatus;
  message: string | null;
  made_id: string | null;
};
export const selectImportRows = statement<
  ImportedRow,
  [tenant: string, id: string, statuses: readonly string[] | null, after: number, limit: number]
>(
  'user-import-rows-select',
  `select n, email, name, role, status, message, made_id from user_import_rows where tenant_id = $1 and import_id = $2
     and ($3::text[] is null or status = any($3)) and n > $4 order by n limit $5`,
);
/** Updates the row only if it still has the given status, so only one of two workers updates it. */
export const markImportRow = namedStatement<
  { n: number },
  {
    tenantId: string;
    id: string;
    n: number;
    from: RowStatus;
    to: RowStatus;
    message: string | null;
    made: string | null;
  }
>(
  'user-import-row-mark',
  `update user_import_rows set status = :to, message = coalesce(:message, message), made_id = coalesce(:made, made_id)
   where tenant_id = :tenantId and import_id = :id and n = :n and status = :from returning n`,
);
export const selectKnownPeople = statement<
  { email_key: string; state: 'member' | 'deactivated' | 'invited' },
  [tenant: string, now: Date, keys: readonly string[]]
>(
  'user-import-known',
  `select u.email_key, case when m.deactivated_at is null then 'member' else 'deactivated' end as state
   from memberships m join users u on u.id = m.user_id where m.tenant_id = $1 and u.email_key = any($3)
   union all
   select i.email_key, 'invited' from invitations i where i.tenant_id = $1 and i.email_key = any($3) and i.accepted_at is null
     and i.revoked_at is null and i.expires_at > $2`,
);
/**
 * Selects the time at which the last queued import e-mail is due. The operator's tenant sends these e-mails for all
 * organizations.
 */
export const selectLastMail = statement<{ due_at: Date | null }, [tenant: string, now: Date]>(
  'user-import-last-mail',
  `select max(run_at) as due_at from jobs where tenant_id = $1 and lane = 'mail' and state = 'ready' and kind = 'account-mail' and run_at > $2`,
);
export const sweepImports = statement<{ count: number }, [now: Date]>(
  'sweep-user-imports',
  `with due as (select tenant_id, id from user_imports where created_at < $1::timestamptz - interval '30 days' limit 10),
     gone as (delete from user_imports i using due where i.tenant_id = due.tenant_id and i.id = due.id returning 1)
   select count(*)::int as count from gone`,
);
