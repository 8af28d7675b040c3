/** The one way out for every mail: through SMTP where configured; else, and always in the sandbox, into the built-in mailbox. */
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
  /** Absent: the built-in mailbox takes everything. */
  smtp: Mailer | undefined;
  /** There is no mail server, so only the operator's organization sends documents. */
  isMailOwnersOnly: boolean;
  baseUrl: () => string;
  from: { name: string; address: string };
  /** How many mails an hour one organization may send to one address, of whatever kind (MAIL_LIMIT_RECIPIENT). */
  mailsAnHour: number;
  telemetry: Telemetry;
  log: { warn(fields: object, message: string): void };
};

/** The schedule of every mail: a server that says "later" is asked again for 24 hours, with growing gaps. */
export const MAIL_RETRIES = [10, 60, 300, 900, 3600, 7200, 14_400, 21_600, 38_330] as const;

export type Outcome = { kind: 'sent'; via: 'smtp' | 'mailbox' } | { kind: 'held'; until: Date };

export type Letter = {
  /** As the mailbox lists it. */
  kind: string;
  mail: Omit<OutgoingMail, 'from' | 'messageId'> & { messageId?: string };
  /** Whose name stands before "via" in the sender's. */
  organization?: string;
  isLive: boolean;
  /**
   * The organization among whose mails to the address it counts. Undefined for what an account is told about itself: that is
   * counted apart, so that what others send never delays a link for a password.
   */
  sender: string | undefined;
  /** Queues the same job for another time; undefined for one that has waited, and for a sender's own documents. */
  later: ((tx: Tx, at: Date) => void) | undefined;
  /** Writes into the audit trail what became of it, in the transaction that ends the job. */
  note?: (tx: Tx, outcome: Outcome) => Promise<void>;
};

/**
 * Hands one mail over and ends its job. What is refused for good ends in a PermanentJobError with the MailError as its cause,
 * anything else in the MailError, and the job runs again.
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
  // Nobody waits for this to be durable; lost in a crash, the job runs again.
  await uow.runLoosely('mail sent', job.tenantId, async (tx) => {
    if (!through) keep(tx, job.tenantId, letter.kind, mail);
    await letter.note?.(tx, { kind: 'sent', via: through ? 'smtp' : 'mailbox' });
    job.done(tx);
    failpointsOfCommit(tx, 'mail');
  });
}

type Written = Pick<Letter, 'kind' | 'mail' | 'organization'>;

function outgoing({ baseUrl, from }: DeliveryDependencies, job: Job, { mail, organization }: Written): OutgoingMail {
  return {
    // The job's id: a mail that is sent again after a crash is the same mail to whoever receives it.
    messageId: `<${job.id}@${new URL(baseUrl()).hostname}>`,
    ...mail,
    from: { address: from.address, name: senderName(organization, from.name) },
  };
}

/** Into the built-in mailbox, in a transaction that also ends its job. */
export function keepMail(dependencies: DeliveryDependencies, tx: Tx, job: Job, letter: Written): void {
  keep(tx, job.tenantId, letter.kind, outgoing(dependencies, job, letter));
}

/** Who it is from in words; the address is always ours, as what signs for our domain requires (RFC 7489 §3.1). */
function senderName(organization: string | undefined, product: string): string {
  const name = organization?.slice(0, 60).trim() ?? '';
  return name === '' ? product : `${name} via ${product}`;
}

/**
 * Every mail takes a place in the queue to its address, once; no hour holds more than so many places. Whoever's place is later
 * than now waits for it as another job: nothing is lost, and nobody's mailbox is filled.
 */
async function isHeld({ uow, mailsAnHour, log }: DeliveryDependencies, job: Job, letter: Letter): Promise<boolean> {
  const { later, note, mail, kind } = letter;
  // A later attempt has its place already.
  if (!later || job.attempt > 1) return false;
  return uow.runLoosely('mail postponed', job.tenantId, async (tx) => {
    const address = addressKey(mail.to.address);
    const queue = sha256(Buffer.from(letter.sender === undefined ? `account ${address}` : address));
    const sender = letter.sender ?? job.tenantId;
    tx.enter({ role: 'app', tenantId: sender });
    const [place] = await tx.query(takePlace(sender, queue, tx.now, mailsAnHour));
    tx.enter({ role: 'app', tenantId: job.tenantId });
    if (!place || place.at <= tx.now) return false;
    await note?.(tx, { kind: 'held', until: place.at });
    // First ended, then queued: the new job has the old one's key.
    job.done(tx);
    later(tx, place.at);
    log.warn(
      { job: job.id, mail: kind, tenant: job.tenantId, until: place.at },
      'a mail waits: many were sent to this address',
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
