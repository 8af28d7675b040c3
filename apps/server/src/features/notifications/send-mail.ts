/**
 * The job for every e-mail about a document. It composes the e-mail from the current state, delivers it, and records it
 * in the document's audit trail.
 */
import type { Party, Trail } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { type Job, type JobHandler, PermanentJobError, type Together } from '../../platform/jobs/runner.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import { bounceOf } from './bounce.ts';
import { compose, isOfPackage } from './compose.ts';
import { deliver, type DeliveryDependencies, keepMail, type Outcome } from './delivery.ts';
import { type Addressee, isMember, sendMailJob, type SendPayload } from './send-mail-job.ts';
import { continuations } from './reactions.ts';
import { markDelivery } from '../document-core/index.ts';
import {
  type MailDocument,
  type MailDocumentRow,
  selectCompletionProof,
  selectMailDocument,
  selectMailMember,
  selectMailParts,
  selectMailRemoved,
  selectMailSigners,
} from './store.ts';

export type MailDependencies = DeliveryDependencies & { links: SigningLinks };

export function sendMailHandler(dependencies: MailDependencies): JobHandler<SendPayload> {
  const { uow, smtp } = dependencies;
  return {
    definition: sendMailJob,
    run: (job) => (smtp ? handOver(dependencies, job) : keepTogether(dependencies, [job])),
    // With a mail server, each e-mail is sent separately and recorded as soon as the server accepts it.
    together: {
      of: ({ documentId }) => (smtp ? undefined : documentId),
      run: (jobs) => keepTogether(dependencies, jobs),
    },
    dead: (job, error) => uow.run(job.tenantId, (tx) => noteFailure(dependencies, tx, job, error)),
  };
}

/** Adds the proof of completion, which exists once the file is sealed and the completion is announced. */
const withProof = (document: MailDocumentRow, completion: { proof: string | null } | undefined): MailDocument => ({
  ...document,
  completion_proof: document.is_sealed ? (completion?.proof ?? null) : null,
});

async function handOver(dependencies: MailDependencies, job: Job<SendPayload>): Promise<void> {
  const { uow } = dependencies;
  const { tenantId, payload } = job;
  const [[found], [completion], signers, parts = []] = await uow.readAll(tenantId, [
    selectMailDocument(tenantId, payload.documentId),
    selectCompletionProof(tenantId, payload.documentId),
    selectMailSigners(tenantId, payload.documentId),
    ...(isOfPackage(payload.mail) ? [selectMailParts(tenantId, payload.documentId, payload.to)] : []),
  ]);
  if (!found) throw new PermanentJobError('the document no longer exists');
  const document = withProof(found, completion);
  const [member] = isMember(payload.to) ? await uow.read(tenantId, selectMailMember(tenantId, payload.to)) : [];
  const [gone] = payload.mail === 'removed' ? await uow.read(tenantId, selectMailRemoved(tenantId, payload.to)) : [];
  const mail = compose(dependencies, job, { document, signers, parts, member, gone }, uow.now());
  // The e-mail is not sent, because it is no longer relevant (the document was signed or voided).
  if (!mail) return;
  const { to, isPlaced } = payload;
  await deliver(dependencies, job, {
    kind: payload.mail,
    mail,
    organization: document.organization,
    isLive: document.environment === 'live',
    // E-mails to the sender about their own documents are unlimited, because the limit protects other people.
    sender: tenantId,
    later:
      to === 'owner' || isMember(to) || isPlaced === true
        ? undefined
        : (tx, runAt) => uow.recorder.start(tx, tenantId, continuations.postponed, { payload, runAt }),
    note: async (tx, outcome) => note(tx, await uow.recorder.open(tx, tenantId, payload.documentId), job, outcome),
  });
}

/**
 * Handles several e-mails about one document for the built-in mailbox in one transaction, because the mailbox is a
 * table in the same database.
 */
async function keepTogether(dependencies: MailDependencies, jobs: Together<SendPayload>): Promise<void> {
  const { uow } = dependencies;
  const [{ tenantId, payload }] = jobs;
  const { documentId } = payload;
  const ofPackage = jobs.filter((job) => isOfPackage(job.payload.mail));
  // No caller waits for this commit to become durable. If a crash loses it, the jobs run again.
  await uow.runLoosely('e-mail sent', tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      selectMailDocument(tenantId, documentId),
      selectCompletionProof(tenantId, documentId),
      selectMailSigners(tenantId, documentId),
      ...ofPackage.map((job) => selectMailParts(tenantId, documentId, job.payload.to)),
    ]);
    const [[row], [completion], signers, ...parts] = rows;
    if (!row) throw new PermanentJobError('the document no longer exists');
    const document = withProof(row, completion);
    for (const job of jobs) {
      const { to } = job.payload;
      const [member] = isMember(to) ? await tx.query(selectMailMember(tenantId, to)) : [];
      const [gone] = job.payload.mail === 'removed' ? await tx.query(selectMailRemoved(tenantId, to)) : [];
      const found = { document, signers, parts: parts[ofPackage.indexOf(job)] ?? [], member, gone };
      const mail = compose(dependencies, job, found, tx.now);
      if (mail) {
        keepMail(dependencies, tx, job, { kind: job.payload.mail, mail, organization: document.organization });
        await note(tx, trail, job, { kind: 'sent', via: 'mailbox' });
      }
      job.done(tx);
    }
    failpoint('mail.made');
    failpointsOfCommit(tx, 'mail');
  });
}

const targetOf = (documentId: string, to: Addressee): Party =>
  to === 'owner' || isMember(to) ? { kind: 'document', id: documentId } : { kind: 'signer', id: to };

async function note(tx: Tx, trail: Trail, job: Job<SendPayload>, outcome: Outcome): Promise<void> {
  const { documentId, mail, to } = job.payload;
  await trail.record({
    action: outcome.kind === 'sent' ? 'mail.sent' : 'mail.held',
    actor: { kind: 'system', id: 'mail' },
    target: targetOf(documentId, to),
    data: {
      mail,
      ...(outcome.kind === 'sent'
        ? { via: outcome.via, attempt: job.attempt }
        : { until: outcome.until.toISOString() }),
    },
  });
  // The signer is updated only after the trail's head has been locked. Signing uses the same order, which avoids a
  // deadlock.
  if (outcome.kind === 'sent' && to !== 'owner' && !isMember(to) && mail !== 'signing-code')
    tx.write(markDelivery({ tenantId: job.tenantId, signerId: to, delivery: null }));
}

/**
 * Handles a permanent refusal or a day of failed retries: records the failure, shows it next to the signer, and
 * notifies the sender.
 */
async function noteFailure({ uow }: MailDependencies, tx: Tx, job: Job<SendPayload>, error: unknown): Promise<void> {
  const { documentId, mail, to } = job.payload;
  const bounce = bounceOf(error);
  await uow.recorder.record(tx, job.tenantId, documentId, {
    action: bounce === undefined || bounce.reason === 'late' ? 'mail.failed' : 'mail.bounced',
    actor: { kind: 'system', id: 'mail' },
    target: targetOf(documentId, to),
    // The server's response contains the address, so the response is not written to the trail.
    data: { mail, via: 'smtp', attempt: job.attempt, ...(bounce && { reason: bounce.reason }) },
  });
  // A bounced code is not shown with the signer, because it was sent to the second address. The signer can request a
  // new code on the page.
  if (to === 'owner' || isMember(to) || mail === 'signing-code' || !bounce) return;
  tx.write(markDelivery({ tenantId: job.tenantId, signerId: to, delivery: 'bounced' }));
  const details = { other: to, reason: bounce.reason, answer: bounce.answer.slice(0, 500) };
  const mailing = { documentId, to: ['owner'], details, occasion: ` ${to} ${job.id}` } as const;
  uow.recorder.start(tx, job.tenantId, continuations.bounced, mailing);
}
