/**
 * Delivers every e-mail: by SMTP if it is configured, otherwise to the built-in mailbox. In the sandbox, e-mails always
 * go to the built-in mailbox.
 */
import { addressKey } from '@countersign/contract';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { sha256 } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Job, PermanentJobError } from '../../platform/jobs/runner.ts';
import { MailError, type Mailer, type OutgoingMail } from '../../platform/ports/mailer.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { insertMail, takePlace } from './store.ts';

export type DeliveryDependencies = {
  uow: UnitOfWork;
  /** The mail server. If absent, the built-in mailbox receives all e-mails. */
  smtp: Mailer | undefined;
  /** True if only the operator's organization may send documents, because there is no mail server. */
  isMailOwnersOnly: boolean;
  baseUrl: () => string;
  from: { name: string; address: string };
  /**
   * The maximum number of e-mails of any kind that one organization may send to one address per hour
   * (MAIL_LIMIT_RECIPIENT).
   */
  mailsAnHour: number;
  telemetry: Telemetry;
  log: { warn(fields: object, message: string): void };
};

/**
 * The retry schedule of every e-mail. After a temporary failure, an e-mail is retried for 24 hours at growing
 * intervals.
 */
export const MAIL_RETRIES = [10, 60, 300, 900, 3600, 7200, 14_400, 21_600, 38_330] as const;

export type Outcome = { kind: 'sent'; via: 'smtp' | 'mailbox' } | { kind: 'held'; until: Date };

export type Letter = {
  kind: string;
  mail: Omit<OutgoingMail, 'from' | 'messageId'> & { messageId?: string };
  /** The organization's name, shown before "via" in the sender's display name. */
  organization?: string;
  isLive: boolean;
  /**
   * The organization whose limit of e-mails applies. Undefined for e-mails about the account itself, which are counted
   * separately so that other people's e-mails never delay a password link.
   */
  sender: string | undefined;
  /**
   * Queues the same job for a later time. Undefined for an e-mail that was already delayed, and for e-mails about a
   * sender's own documents.
   */
  later: ((tx: Tx, at: Date) => void) | undefined;
  /** Writes the result into the audit trail, in the transaction that ends the job. */
  note?: (tx: Tx, outcome: Outcome) => Promise<void>;
};

/**
 * Delivers one e-mail and ends its job. A permanent refusal throws a PermanentJobError with the MailError as its cause.
 * Any other failure throws the MailError, and the job is retried.
 */
export async function deliver(dependencies: DeliveryDependencies, job: Job, letter: Letter): Promise<void> {
  const { uow, smtp, telemetry } = dependencies;
  const mail = outgoing(dependencies, job, letter);
  failpoint('mail.made');
  const through = letter.isLive ? smtp : undefined;
  if (through) {
    if (await isHeld(dependencies, job, letter)) return;
    await send(through, mail, telemetry);
    failpoint('mail.handed-over');
  }
  // No caller waits for this commit to become durable. If a crash loses it, the job runs again.
  await uow.runLoosely('e-mail sent', job.tenantId, async (tx) => {
    if (!through) keep(tx, job.tenantId, letter.kind, mail);
    await letter.note?.(tx, { kind: 'sent', via: through ? 'smtp' : 'mailbox' });
    job.done(tx);
    failpointsOfCommit(tx, 'mail');
  });
}

type Written = Pick<Letter, 'kind' | 'mail' | 'organization'>;

function outgoing({ baseUrl, from }: DeliveryDependencies, job: Job, { mail, organization }: Written): OutgoingMail {
  return {
    // The Message-ID contains the job's ID, so that an e-mail sent again after a crash is recognizable as a duplicate.
    messageId: `<${job.id}@${new URL(baseUrl()).hostname}>`,
    ...mail,
    from: { address: from.address, name: senderName(organization, from.name) },
  };
}

/** Stores the e-mail in the built-in mailbox and ends its job in the same transaction. */
export function keepMail(dependencies: DeliveryDependencies, tx: Tx, job: Job, letter: Written): void {
  keep(tx, job.tenantId, letter.kind, outgoing(dependencies, job, letter));
}

/**
 * Returns the sender's display name. The address is always ours, because the domain's signature requires it (RFC 7489
 * §3.1).
 */
function senderName(organization: string | undefined, product: string): string {
  const name = organization?.slice(0, 60).trim() ?? '';
  return name === '' ? product : `${name} via ${product}`;
}

/**
 * Applies the limit on e-mails per address. Every e-mail reserves a slot, and each hour has a limited number of slots.
 * An e-mail with a later slot is queued as a separate job, so no e-mail is lost and no mailbox is flooded.
 */
async function isHeld({ uow, mailsAnHour, log }: DeliveryDependencies, job: Job, letter: Letter): Promise<boolean> {
  const { later, note, mail, kind } = letter;
  // A retried e-mail already has its slot.
  if (!later || job.attempt > 1) return false;
  return uow.runLoosely('e-mail delayed', job.tenantId, async (tx) => {
    const address = addressKey(mail.to.address);
    const queue = sha256(Buffer.from(letter.sender === undefined ? `account ${address}` : address));
    const sender = letter.sender ?? job.tenantId;
    tx.enter({ role: 'app', tenantId: sender });
    const [place] = await tx.query(takePlace(sender, queue, tx.now, mailsAnHour));
    tx.enter({ role: 'app', tenantId: job.tenantId });
    if (!place || place.at <= tx.now) return false;
    await note?.(tx, { kind: 'held', until: place.at });
    // The job ends before the new job is queued, because both jobs have the same key.
    job.done(tx);
    later(tx, place.at);
    log.warn(
      { job: job.id, mail: kind, tenant: job.tenantId, until: place.at },
      'an e-mail is delayed because of the rate limit for its address',
    );
    return true;
  });
}

async function send(smtp: Mailer, mail: OutgoingMail, telemetry: Telemetry): Promise<void> {
  const outcomeOf = (error: unknown) => (error instanceof MailError ? error.code : 'failed');
  try {
    await telemetry.measure('mail', {}, () => smtp.send(mail), outcomeOf);
  } catch (error) {
    if (error instanceof MailError && error.code === 'permanent')
      throw new PermanentJobError(error.message, { cause: error });
    throw error;
  }
}

function keep(tx: Tx, tenantId: string, kind: string, mail: OutgoingMail): void {
  const from = `${mail.from.name} <${mail.from.address}>`;
  const { messageId, to, subject, text, html } = mail;
  tx.write(
    insertMail({
      tenantId,
      id: newId('mail', tx.now),
      messageId,
      kind,
      from,
      to: to.address,
      subject,
      bodyText: text,
      bodyHtml: html,
      createdAt: tx.now,
    }),
  );
}
