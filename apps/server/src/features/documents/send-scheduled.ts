/**
 * The job that sends a scheduled draft. All conditions are checked again. A failure is recorded, and the sender is
 * notified by e-mail.
 */
import { ERRORS, type Id } from '@countersign/contract';
import { isRolledBack } from '../../platform/db/database.ts';
import { AppError, ValidationError } from '../../platform/errors.ts';
import type { Job, JobHandler } from '../../platform/jobs/runner.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { isSilent, recipientAddresses, refuseTenantWithoutMail, refuseUnreachable } from '../notifications/index.ts';
import { readBefore } from './prepare-sending.ts';
import { continuations } from './reactions.ts';
import { readRedirects } from './redirects.ts';
import { clearSchedule, lockScheduled, selectActiveSender, selectDocument } from '../document-core/store/index.ts';
import type { ScheduleError, DocumentRow } from '../document-core/index.ts';
import { sendScheduledJob } from './send-scheduled-job.ts';
import { sendDraft } from './send-document.ts';
import type { SendDependencies, Sender } from './sending.ts';

export type ScheduledServices = SendDependencies & { smtp: Mailer | undefined; isMailOwnersOnly: boolean };
type Payload = { documentId: Id<'document'>; scheduleId: string };
type Fault = Omit<ScheduleError, 'at'>;

/** Thrown if, since the job was queued, the schedule was moved or canceled, or the document was sent. */
class NotWanted extends Error {}

export function sendScheduledHandler(services: ScheduledServices): JobHandler<Payload> {
  const { uow } = services;
  return {
    definition: sendScheduledJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const { documentId, scheduleId } = payload;
      const [document] = await uow.read(tenantId, selectDocument({ tenantId, documentId, owner: null }));
      const { schedule, scheduled_for: at } = document ?? {};
      if (!document || !schedule || !at || schedule.id !== scheduleId) return;
      if (at > uow.now()) {
        await uow.run(tenantId, async (tx) => {
          job.done(tx);
          uow.recorder.start(tx, tenantId, continuations.scheduled, { documentId, scheduleId, runAt: at });
        });
        return;
      }
      try {
        await sendNow(services, job, document);
      } catch (error) {
        if (error instanceof NotWanted) return;
        await recordFailure(services, job, faultOf(error));
      }
    },
    dead: (job) =>
      recordFailure(services, job, {
        code: 'SERVICE_UNAVAILABLE',
        message: 'The document could not be sent within six hours. Send it again.',
        field: null,
      }),
  };
}

async function sendNow(services: ScheduledServices, job: Job<Payload>, document: DocumentRow): Promise<void> {
  const { uow } = services;
  const { tenantId, payload } = job;
  const { schedule, planned, environment, scheduled_for: at } = document;
  if (!schedule || !at) throw new NotWanted();
  const { input } = schedule;
  const [active] = await uow.read(tenantId, selectActiveSender({ tenantId, userId: schedule.sender.userId }));
  if (!active)
    throw new AppError(
      'FORBIDDEN',
      {},
      { message: 'The person who scheduled this document is no longer an active member.' },
    );
  const { notify, notifyCompletion } = input;
  if (!isSilent({ signers: planned?.signers, notify, notifyCompletion }))
    await refuseTenantWithoutMail(services, { environment, tenantId });
  await refuseUnreachable(services, environment, recipientAddresses(planned?.signers));
  const { signed: redirectUrl, declined: declineRedirectUrl, expired: expiredRedirectUrl } = input.redirects ?? {};
  await readRedirects(uow, tenantId, { redirectUrl, declineRedirectUrl, expiredRedirectUrl });
  const sender: Sender = { tenantId, ...schedule.sender, evidence: {}, requestId: schedule.requestId };
  const known = await readBefore(uow, sender, document.id);
  await sendDraft(
    services,
    sender,
    { document, known, owner: null },
    { ...input, scheduledFor: at },
    (tx, scheduleId) => {
      if (scheduleId !== payload.scheduleId) throw new NotWanted();
      job.done(tx);
    },
  );
}

/** Returns why nothing was sent. Rethrows temporary errors such as an outage, so that the job is retried. */
function faultOf(error: unknown): Fault {
  if (error instanceof ValidationError) {
    const [{ field, message, code }] = error.faults;
    return { code, message, field };
  }
  if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE' || isRolledBack(error)) throw error;
  const { code, message } = error;
  return { code, message: message === code ? ERRORS[code][1] : message, field: null };
}

async function recordFailure({ uow }: ScheduledServices, job: Job<Payload>, fault: Fault): Promise<void> {
  const { tenantId } = job;
  const { documentId: id, scheduleId } = job.payload;
  await uow.run(tenantId, async (tx) => {
    const [locked] = await tx.query(lockScheduled({ tenantId, documentId: id, owner: null }));
    job.done(tx);
    if (!locked || locked.schedule_id !== scheduleId || !locked.scheduled_for) return;
    const scheduledFor = locked.scheduled_for.toISOString();
    const error: ScheduleError = { ...fault, at: tx.now.toISOString() };
    tx.write(clearSchedule({ tenantId, documentId: id, error: JSON.stringify(error), now: tx.now }));
    await uow.recorder.record(tx, tenantId, id, {
      action: 'document.schedule-failed',
      actor: { kind: 'system', id: 'schedule' },
      target: { kind: 'document', id },
      data: { scheduled_for: scheduledFor, code: fault.code },
      event: {
        kind: 'document.schedule_failed',
        data: {
          documentId: id,
          document: { id, title: locked.title, status: 'draft' },
          scheduled_for: scheduledFor,
          error: fault,
        },
      },
    });
  });
}
