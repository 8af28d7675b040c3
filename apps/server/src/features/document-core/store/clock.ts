/** Moves the times of documents when the clock of a sandbox is advanced. */
import { advanceReminders } from './recipients.ts';
import { type Statement, statement } from '../../../platform/db/statement.ts';

const advanceDocuments = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-documents-advance',
  `update documents set expires_at = expires_at - make_interval(secs => $2::int)
   where tenant_id = $1 and status = 'in-progress' and expires_at is not null`,
);
const advanceSchedules = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-schedules-advance',
  `update documents set scheduled_for = scheduled_for - make_interval(secs => $2::int)
   where tenant_id = $1 and status = 'draft' and scheduled_for is not null`,
);
const advanceTrash = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-trash-advance',
  'update documents set deleted_at = deleted_at - make_interval(secs => $2::int) where tenant_id = $1 and deleted_at is not null',
);

/** Brings everything that is due in the documents of a sandbox nearer by so many seconds. */
export function advanceDocumentTimes(by: { tenantId: string; seconds: number }): readonly Statement<unknown>[] {
  return [advanceDocuments, advanceSchedules, advanceTrash, advanceReminders].map((advance) =>
    advance(by.tenantId, by.seconds),
  );
}
