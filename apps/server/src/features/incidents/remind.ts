/**
 * Reminders of the 72-hour deadline. Each reminder is recorded in the transaction that queues its e-mails, so a crash
 * neither repeats nor loses a reminder.
 */
import type { Id } from '@countersign/contract';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { mailAdministrators } from '../organizations/index.ts';
import { dueReminder, hoursLeft, isSettled, NOTIFY_WITHIN_HOURS, nextReminder } from './clock.ts';
import { remindIncidentJob } from './incident-jobs.ts';
import { continuations } from './reactions.ts';
import { lockIncident, selectOrganizationOf, updateReminded, type WatchedRow } from './store.ts';

export function remindHandler({ uow }: { uow: UnitOfWork }): JobHandler<{ incidentId: Id<'incident'> }> {
  return {
    definition: remindIncidentJob,
    run: (job) =>
      uow.run(job.tenantId, async (tx) => {
        const { tenantId, payload } = job;
        const [row] = await tx.query(lockIncident(tenantId, payload.incidentId));
        job.done(tx);
        if (!row || isSettled(row)) return;
        watch(uow, tx, tenantId, row);
        const due = dueReminder(row, tx.now);
        if (due <= row.reminded_hours) return;
        tx.write(updateReminded(tenantId, row.id, due));
        await uow.recorder.record(tx, tenantId, tenantId, {
          action: 'incident.reminded',
          actor: { kind: 'system', id: 'incidents' },
          target: { kind: 'incident', id: row.id },
          data: { hours: due },
        });
        await notifyAdministrators(
          uow,
          tx,
          tenantId,
          row,
          due < NOTIFY_WITHIN_HOURS ? 'incident-due' : 'incident-overdue',
        );
      }),
  };
}

/**
 * Queues the next reminder unless it is queued already. Also called after every change, because an incident may be
 * closed and reopened.
 */
export function watch(uow: UnitOfWork, tx: Tx, tenantId: string, row: WatchedRow): void {
  const runAt = isSettled(row) ? undefined : nextReminder(row, tx.now);
  if (runAt) uow.recorder.start(tx, tenantId, continuations.incidentDue, { incidentId: row.id, runAt });
}

/** Notifies administrators. Leaves the transaction in the `auth` role. */
export async function notifyAdministrators(
  uow: UnitOfWork,
  tx: Tx,
  tenantId: string,
  row: WatchedRow,
  mail: 'incident-reported' | 'incident-due' | 'incident-overdue',
): Promise<void> {
  const [organization] = await tx.query(selectOrganizationOf(tenantId));
  await mailAdministrators(uow, tx, tenantId, {
    mail,
    organization: organization?.name ?? '',
    by: row.title,
    detail: String(hoursLeft(row, tx.now)),
    linkId: row.id,
  });
}
