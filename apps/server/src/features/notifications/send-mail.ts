/** Makes and delivers one mail. Through SMTP where configured; else, and always in the sandbox, into the built-in mailbox. */
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Job, type JobHandler, PermanentJobError } from '../../platform/jobs/runner.ts';
import { MailError, type Mailer, type OutgoingMail } from '../../platform/ports/mailer.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { completed, invitation, type MailContent, type MailLocale, voided } from '../mail/index.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import { sendMailJob, type MailKind } from './jobs.ts';
import { insertMail, selectMailDocument, selectMailSigners, type MailDocument, type MailSigner } from './store.ts';

export type MailDependencies = {
  uow: UnitOfWork;
  /** Absent: the built-in mailbox takes everything. */
  smtp: Mailer | undefined;
  links: SigningLinks;
  baseUrl: () => string;
  from: { name: string; address: string };
};

type SendPayload = Parameters<typeof sendMailJob.request>[0];

export function sendMailHandler(dependencies: MailDependencies): JobHandler<SendPayload> {
  const { uow, smtp } = dependencies;
  return {
    definition: sendMailJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const [documents, rows] = await uow.readAll(tenantId, [
        selectMailDocument(tenantId, payload.documentId),
        selectMailSigners(tenantId, payload.documentId),
      ]);
      const document = documents?.rows[0] as MailDocument | undefined;
      const signers = (rows?.rows ?? []) as MailSigner[];
      if (!document) throw new PermanentJobError('the document is gone');
      const mail = compose(dependencies, job, document, signers);
      // Overtaken by events (signed, voided) while it waited: not sent at all.
      if (!mail) return;
      const throughSmtp = smtp !== undefined && document.environment === 'live';
      if (throughSmtp) await deliver(smtp, mail);
      // Nobody waits for this to be durable; lost in a crash, the job runs again.
      await uow.runLoosely(tenantId, async (tx) => {
        if (!throughSmtp) keep(tx, tenantId, payload.mail, mail);
        await note(dependencies, tx, job, 'mail.sent', throughSmtp ? 'smtp' : 'mailbox');
        job.done(tx);
      });
    },
    dead: (job) => uow.run(job.tenantId, (tx) => note(dependencies, tx, job, 'mail.failed', 'smtp')),
  };
}

async function deliver(smtp: Mailer, mail: OutgoingMail): Promise<void> {
  try {
    await smtp.send(mail);
  } catch (error) {
    if (error instanceof MailError && error.code === 'permanent')
      throw new PermanentJobError(error.message, { cause: error });
    throw error;
  }
}

function note(
  { uow }: MailDependencies,
  tx: Tx,
  job: Job<SendPayload>,
  action: 'mail.sent' | 'mail.failed',
  via: 'smtp' | 'mailbox',
): Promise<void> {
  const { documentId, mail, to } = job.payload;
  return uow.recorder.record(tx, job.tenantId, documentId, {
    action,
    actor: { kind: 'system', id: 'mail' },
    target: to === 'owner' ? { kind: 'document', id: documentId } : { kind: 'signer', id: to },
    data: { mail, via, attempt: job.attempt },
  });
}

function keep(tx: Tx, tenantId: string, kind: string, mail: OutgoingMail): void {
  const from = `${mail.from.name} <${mail.from.address}>`;
  tx.write(
    insertMail(
      tenantId,
      newId('mail', tx.now),
      mail.messageId,
      kind,
      from,
      mail.to.address,
      mail.subject,
      mail.text,
      mail.html,
      tx.now,
    ),
  );
}

function compose(
  { links, baseUrl: base, from }: MailDependencies,
  job: Job<SendPayload>,
  document: MailDocument,
  signers: readonly MailSigner[],
): OutgoingMail | undefined {
  const { mail, documentId, to } = job.payload;
  const baseUrl = base();
  const owner = { name: document.owner_name, email: document.owner_email };
  const signer = signers.find(({ id }) => id === to);
  if (to !== 'owner' && !signer) throw new PermanentJobError('the recipient is gone');
  const link = signer
    ? links.url(baseUrl, { tenantId: job.tenantId, signerId: signer.id, generation: signer.link_generation })
    : `${baseUrl}/documents/${documentId}`;
  const content = contentOf(mail, { document, signers, signer, recipient: signer ?? owner, owner, link });
  if (!content) return undefined;
  const recipient = signer ?? owner;
  return {
    // The job's id: a mail that is sent again after a crash is the same mail to whoever receives it.
    messageId: `<${job.id}@${new URL(baseUrl).hostname}>`,
    from,
    to: { name: recipient.name, address: recipient.email },
    replyTo: { name: owner.name, address: owner.email },
    ...content,
  };
}

type Composition = {
  document: MailDocument;
  signers: readonly MailSigner[];
  signer: MailSigner | undefined;
  recipient: { name: string; email: string };
  owner: { name: string; email: string };
  link: string;
};

function contentOf(
  mail: MailKind,
  { document, signers, signer, recipient, owner, link }: Composition,
): MailContent | undefined {
  const common = {
    brand: { organization: document.organization, productName: 'Countersign' as const },
    locale: 'en' as MailLocale,
    recipient: { name: recipient.name, email: recipient.email },
    sender: owner,
    documentTitle: document.title,
  };
  switch (mail) {
    case 'invitation':
      if (document.status !== 'in-progress' || signer?.status !== 'pending-signature' || !document.expires_at)
        return undefined;
      return invitation({
        ...common,
        link,
        subject: document.email_subject,
        message: document.email_message,
        expiresAt: document.expires_at,
      });
    case 'completed':
      if (document.status !== 'completed') return undefined;
      return completed({
        ...common,
        link,
        audience: signer ? 'signer' : 'sender',
        signers: signers.flatMap(({ name, email, signed_at: signedAt }) =>
          signedAt ? [{ name, email, signedAt }] : [],
        ),
        sha256: document.sha256,
        verifyLink: null,
      });
    case 'voided':
      if (document.status !== 'voided') return undefined;
      return voided({ ...common, reason: document.void_reason ?? '', voidedAt: document.updated_at });
  }
}
