/** SQL for drafts that are sent at a set time. */
import type { Id } from '@countersign/contract';
import type { Party } from '../../../platform/audit/recorder.ts';
import { namedStatement } from '../../../platform/db/statement.ts';
import type { SendInput } from '../send-input.ts';

/** The options for sending a document at a set time. Recipients and fields come from the draft's plan. */
export type ScheduledInput = Omit<SendInput, 'signers' | 'fields' | 'draftRevision' | 'scheduledFor'>;
export type KeptSchedule = {
  /** The ID of the job that may send the draft. Changing the time creates a new ID. */
  id: string;
  sender: { userId: string; party: Party };
  requestId: string;
  input: ScheduledInput;
};
export type ScheduleError = { code: string; message: string; field: string | null; at: string };

/** With `resetDraft`, an open editor of the draft is notified that its content was replaced. */
export const writeSchedule = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    scheduledFor: Date;
    schedule: string;
    planned: string;
    signingOrder: string;
    emailSubject: string | null;
    emailMessage: string | null;
    resetDraft: boolean;
    by: string;
    now: Date;
  }
>(
  'document-schedule',
  `update documents set scheduled_for = :scheduledFor, schedule = :schedule, schedule_error = null, planned = :planned,
     signing_order = :signingOrder, email_subject = :emailSubject, email_message = :emailMessage, updated_at = :now,
     draft = case when :resetDraft::boolean then null else draft end,
     draft_revision = draft_revision + case when :resetDraft::boolean then 1 else 0 end,
     draft_saved_by = case when :resetDraft::boolean then :by else draft_saved_by end,
     draft_saved_at = case when :resetDraft::boolean then :now else draft_saved_at end
   where tenant_id = :tenantId and id = :id and status = 'draft'`,
);
export const clearSchedule = namedStatement<
  unknown,
  { tenantId: string; documentId: string; error: string | null; now: Date }
>(
  'document-schedule-clear',
  `update documents set scheduled_for = null, schedule = null, schedule_error = :error::jsonb, updated_at = :now
   where tenant_id = :tenantId and id = :documentId`,
);
export const lockScheduled = namedStatement<
  { title: string; schedule_id: string | null; scheduled_for: Date | null; deleted_at: Date | null },
  { tenantId: string; documentId: string; owner: string | null }
>(
  'document-lock-scheduled',
  `select title, schedule->>'id' as schedule_id, scheduled_for, deleted_at from documents
   where tenant_id = :tenantId and id = :documentId and (:owner::text is null or owner_id = :owner) for update`,
);
export const selectActiveSender = namedStatement<{ id: Id<'user'> }, { tenantId: string; userId: string }>(
  'schedule-sender',
  `select m.user_id as id from memberships m join organizations o on o.tenant_id = m.tenant_id
   where m.tenant_id = :tenantId and m.user_id = :userId and m.deactivated_at is null and o.deleted_at is null`,
);
