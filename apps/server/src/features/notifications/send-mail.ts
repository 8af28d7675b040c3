/** The job of every mail about a document: made from what is true when it runs, delivered, noted in the document's audit trail. */
import type { Tx } from '../../platform/db/transaction.ts';
import { type Job, type JobHandler, PermanentJobError } from '../../platform/jobs/runner.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import { bounceOf } from './bounce.ts';
import { compose, isOfPackage } from './compose.ts';
import { deliver, type DeliveryDependencies, type Outcome } from './delivery.ts';
import { sendMailJob, type SendPayload } from './send-mail-job.ts';
import { continuations } from './reactions.ts';
import { markDelivery, selectMailDocument, selectMailParts, selectMailSigners } from './store.ts';

export type MailDependencies = DeliveryDependencies & { links: SigningLinks };

export function sendMailHandler(dependencies: MailDependencies): JobHandler<SendPayload> {
  const { uow } = dependencies;
  return {
    definition: sendMailJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const [[document], signers, parts = []] = await uow.readAll(tenantId, [
        selectMailDocument(tenantId, payload.documentId),
        selectMailSigners(tenantId, payload.documentId),
        ...(isOfPackage(payload.mail) ? [selectMailParts(tenantId, payload.documentId, payload.to)] : []),
      ]);
      if (!document) throw new PermanentJobError('the document is gone');
      const found = { document, signers, parts };
      const mail = compose(dependencies, job, found, uow.now());
      // Overtaken by events (signed, voided) while it waited: not sent at all.
      if (!mail) return;
      const { to, isPlaced } = payload;
      await deliver(dependencies, job, {
        kind: payload.mail,
        mail,
        organization: document.organization,
        isLive: document.environment === 'live',
        // Senders are told as often as something happens to what they sent; it is others that are protected.
        sender: tenantId,
        later:
          to === 'owner' || isPlaced === true
            ? undefined
            : (tx, runAt) => uow.recorder.start(tx, tenantId, continuations.postponed, { payload, runAt }),
        note: (tx, outcome) => note(dependencies, tx, job, outcome),
      });
    },
    dead: (job, error) => uow.run(job.tenantId, (tx) => noteFailure(dependencies, tx, job, error)),
  };
}

async function note({ uow }: MailDependencies, tx: Tx, job: Job<SendPayload>, outcome: Outcome): Promise<void> {
  const { documentId, mail, to } = job.payload;
  await uow.recorder.record(tx, job.tenantId, documentId, {
    action: outcome.kind === 'sent' ? 'mail.sent' : 'mail.held',
    actor: { kind: 'system', id: 'mail' },
    target: to === 'owner' ? { kind: 'document', id: documentId } : { kind: 'signer', id: to },
    data: {
      mail,
      ...(outcome.kind === 'sent'
        ? { via: outcome.via, attempt: job.attempt }
        : { until: outcome.until.toISOString() }),
    },
  });
  // After the trail's head was locked, as signing does it: else the two could wait for each other.
  if (outcome.kind === 'sent' && to !== 'owner' && mail !== 'signing-code')
    tx.write(markDelivery(job.tenantId, to, null));
}

/** Refused for good, or for a day: it is written down, shown at the signer, and the sender is told what to do. */
async function noteFailure({ uow }: MailDependencies, tx: Tx, job: Job<SendPayload>, error: unknown): Promise<void> {
  const { documentId, mail, to } = job.payload;
  const bounce = bounceOf(error);
  await uow.recorder.record(tx, job.tenantId, documentId, {
    action: bounce === undefined || bounce.reason === 'late' ? 'mail.failed' : 'mail.bounced',
    actor: { kind: 'system', id: 'mail' },
    target: to === 'owner' ? { kind: 'document', id: documentId } : { kind: 'signer', id: to },
    // The server's words repeat the address, so they stay out of the trail.
    data: { mail, via: 'smtp', attempt: job.attempt, ...(bounce && { reason: bounce.reason }) },
  });
  // A second address is another one than what stands at the signer; a new code can be asked for on the page.
  if (to === 'owner' || mail === 'signing-code' || !bounce) return;
  tx.write(markDelivery(job.tenantId, to, 'bounced'));
  const details = { other: to, reason: bounce.reason, answer: bounce.answer.slice(0, 500) };
  const mailing = { documentId, to: ['owner'], details, occasion: ` ${to} ${job.id}` } as const;
  uow.recorder.start(tx, job.tenantId, continuations.bounced, mailing);
}
