/**
 * The complete list of transactions that commit without waiting for the disk (ADR 9). Using a transaction that is not
 * listed is a compile error, and an unused entry fails a test. If the machine crashes, the most recent of these
 * transactions are lost. They are lost in order, so data that builds on a lost transaction is lost as well. A
 * transaction whose result was already returned to a caller must not be listed here.
 */
import { type Statement, statement } from './statement.ts';

export const LOOSE_COMMITS = {
  'job claimed': {
    lost: "A process's claim on a job",
    harmless: 'The job is ready again and runs immediately. All jobs run at least once.',
  },
  'idempotency key claimed': {
    lost: "A running request's claim on an `Idempotency-Key`",
    harmless: "The request's work was not committed either. The next request with the same key does the work.",
  },
  'e-mail sent': {
    lost: 'The e-mail in the built-in mailbox, or the record that the mail server accepted it, and the completion of the job',
    harmless: 'The job runs again. With SMTP, the e-mail is sent twice with the same Message-ID.',
  },
  'e-mail delayed': {
    lost: 'The time slot that was reserved for an e-mail to an address, and the job that waits for this slot',
    harmless: 'The job that reserved the time slot still exists and reserves another one.',
  },
  'API key usage counted': {
    lost: 'The counts of API key usage in the last few seconds',
    harmless: 'The displayed and billed counts are slightly too low.',
  },
  'API requests logged': {
    lost: 'The log of the requests that API keys made in the last few seconds',
    harmless: "The requests are missing only from the developers' log. Their effects are not lost.",
  },
  'webhook deliveries created': {
    lost: 'The webhook deliveries that were created from a batch of events',
    harmless: 'The events are still pending, and the server creates the deliveries again.',
  },
  'webhook responses recorded': {
    lost: 'The results of webhook delivery attempts',
    harmless: 'The server sends the deliveries again with the same event ID, so receivers recognize duplicates.',
  },
  'webhook endpoint claimed': {
    lost: "A worker's claim on a webhook endpoint",
    harmless: 'The endpoint is free again, and the next worker claims it.',
  },
  'webhook endpoint released': {
    lost: "A worker's release of a webhook endpoint",
    harmless: "The endpoint's lease ends, and the next worker claims the endpoint.",
  },
  'webhook lease extended': {
    lost: "The extension of a worker's lease on a webhook endpoint",
    harmless: 'The worker stopped in the same crash, so it no longer needs the lease.',
  },
  'statistics counted': {
    lost: 'The statistics of a batch of events, and the position up to which events are counted',
    harmless: 'The statistics and the position are lost together, so the server counts the events again.',
  },
} as const satisfies Record<string, { lost: string; harmless: string }>;

export type LooseCommit = keyof typeof LOOSE_COMMITS;

const waitForNoDisk = statement('loose-commit', `select set_config('synchronous_commit', 'off', true)`);

/**
 * Lets this transaction commit without waiting for the disk. The argument names the transaction's entry in the list of
 * loose commits.
 */
export const looseCommit = (_: LooseCommit): Statement<unknown> => waitForNoDisk();

/** Sets the asynchronous commit and the context together, for a transaction that begins with both. */
export const enterLoosely = statement<unknown, [role: string, tenantId: string]>(
  'context-loose',
  `select enter_context($1, $2), set_config('synchronous_commit', 'off', true)`,
);
