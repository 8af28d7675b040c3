/** Shifts the times of documents when the clock of a sandbox is advanced. */
import { advanceReminders } from './recipients.ts';
import { type Statement, namedStatement } from '../../../platform/db/statement.ts';

const advanceDocuments = namedStatement<unknown, { tenantId: string; seconds: number }>(
  'sandbox-documents-advance',
  `update documents set expires_at = moved_back(expires_at, :seconds::int)
   where tenant_id = :tenantId and status = 'in-progress' and expires_at is not null`,
);
const advanceSchedules = namedStatement<unknown, { tenantId: string; seconds: number }>(
  'sandbox-schedules-advance',
  `update documents set scheduled_for = moved_back(scheduled_for, :seconds::int)
   where tenant_id = :tenantId and status = 'draft' and scheduled_for is not null`,
);
const advanceTrash = namedStatement<unknown, { tenantId: string; seconds: number }>(
  'sandbox-trash-advance',
  'update documents set deleted_at = moved_back(deleted_at, :seconds::int) where tenant_id = :tenantId and deleted_at is not null',
);

export function advanceDocumentTimes(by: { tenantId: string; seconds: number }): readonly Statement<unknown>[] {
  return [advanceDocuments, advanceSchedules, advanceTrash, advanceReminders].map((advance) => advance(by));
}
