/**
 * Reminders: manual reminders, at most once an hour for each signer, and scheduled reminders as configured when the
 * document was sent.
 */
import { addressKey, type Id } from '@countersign/contract';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  decideWhileOut,
  loadDocument,
  refuseReminder,
  refuseUnless,
  type ReminderRefusal,
  scheduledReminders,
  type SignerRow,
} from '../document-core/index.ts';
import {
  lockDocument,
  selectDocument,
  selectSigners,
  selectFirstToRemind,
  markReminded,
} from '../document-core/store/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { continuations } from './reactions.ts';
import { sendRemindersJob } from './reminders-job.ts';

export type ReminderInput = { signerEmails?: readonly string[] | undefined; message?: string | undefined };
export type ReminderResult = {
  reminded: string[];
  skipped: { email: string; reason: ReminderRefusal | 'no-such-signer' }[];
};

/**
 * Reminds the named recipients, or everyone whose turn it is if no address is given. For a named recipient who is not
 * reminded, the response contains the reason.
 */
export async function remindSigners(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  { signerEmails, message }: ReminderInput,
): Promise<ReminderResult> {
  const { tenantId, userId } = context.principal;
  await loadDocument(uow, context.principal, documentId);
  return uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
      selectSigners({ tenantId, documentId }),
    ]);
    const document = rows[0][0];
    refuseUnless(decideWhileOut(document ?? { status: 'draft', expires_at: null, deleted_at: tx.now }, tx.now));
    const { due, skipped } = judge(rows[1], signerEmails, tx.now);
    if (due.length > 0)
      tx.write(markReminded({ tenantId, signerIds: due.map(({ id }) => id), now: tx.now, scheduled: 0 }));
    for (const { id } of due) {
      await trail.record({
        action: 'signer.reminded',
        actor: auditActor(context.principal),
        target: { kind: 'signer', id },
        data: { by: 'sender' },
        personal: { personId: userId, fields: requestOrigin(context) },
      });
    }
    const details = message === undefined || message === '' ? {} : { message };
    uow.recorder.start(tx, tenantId, continuations.remindedBySender, {
      documentId,
      to: due.map(({ id }) => id),
      details,
    });
    failpointsOfCommit(tx, 'reminder');
    return { reminded: [...new Set(due.map(({ email }) => email))], skipped };
  });
}

function judge(
  signers: readonly SignerRow[],
  named: readonly string[] | undefined,
  now: Date,
): { due: SignerRow[]; skipped: ReminderResult['skipped'] } {
  const wanted = named && new Map(named.map((email) => [addressKey(email), email]));
  const unknown = new Map(wanted);
  const due: SignerRow[] = [];
  const skipped: ReminderResult['skipped'] = [];
  for (const signer of signers) {
    if (wanted && !wanted.has(addressKey(signer.email))) continue;
    unknown.delete(addressKey(signer.email));
    const reason = refuseReminder(signer, now);
    if (reason === undefined) due.push(signer);
    else skipped.push({ email: signer.email, reason });
  }
  for (const email of unknown.values()) skipped.push({ email, reason: 'no-such-signer' });
  return { due, skipped };
}

/** Queues the first check, or the next check after a document has been reopened. Does nothing if reminders are off. */
export async function queueReminders(
  uow: UnitOfWork,
  tx: Tx,
  tenantId: string,
  documentId: Id<'document'>,
): Promise<void> {
  const [document] = await tx.query(selectDocument({ tenantId, documentId, owner: null }));
  if (!document?.reminder_days) return;
  const runAt = new Date(tx.now.getTime() + document.reminder_days * 86_400_000);
  uow.recorder.start(tx, tenantId, continuations.nextReminders, { documentId, runAt });
}

export function sendRemindersHandler(uow: UnitOfWork): JobHandler<{ documentId: Id<'document'> }> {
  return {
    definition: sendRemindersJob,
    run: (job) => {
      const {
        tenantId,
        payload: { documentId },
      } = job;
      return uow.run(tenantId, async (tx) => {
        const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
          lockDocument({ tenantId, documentId }),
          selectSigners({ tenantId, documentId }),
          selectDocument({ tenantId, documentId, owner: null }),
        ]);
        // The current job is marked as done first, because the job of the next check has the same key.
        job.done(tx);
        const locked = rows[0][0];
        const document = rows[2][0];
        // The document is completed, has ended in another way, or is in the trash, so there are no recipients to
        // remind. If the document is reopened, the check is queued again.
        if (!locked || !document || decideWhileOut(locked, tx.now).refused !== undefined) return;
        const { reminder_days: everyDays, reminder_max: max } = document;
        if (everyDays === null || max === null) return;
        const { due, next } = scheduledReminders(rows[1], { everyDays, max }, tx.now);
        if (due.length > 0) tx.write(markReminded({ tenantId, signerIds: due, now: tx.now, scheduled: 1 }));
        const isAlone = document.package_id === null || due.length === 0;
        const mailed = isAlone
          ? due
          : (await tx.query(selectFirstToRemind({ tenantId, signerIds: due }))).map(({ id }) => id);
        for (const id of mailed) {
          await trail.record({
            action: 'signer.reminded',
            actor: { kind: 'system', id: 'reminders' },
            target: { kind: 'signer', id },
            data: { by: 'schedule' },
          });
        }
        const mailing = { documentId, to: mailed };
        uow.recorder.start(tx, tenantId, continuations.remindedOnSchedule, mailing);
        if (next) uow.recorder.start(tx, tenantId, continuations.nextReminders, { documentId, runAt: next });
        failpointsOfCommit(tx, 'reminder');
      });
    },
  };
}
