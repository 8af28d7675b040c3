/**
 * The complete list of transactions that commit without waiting for the disk (ADR 9). Using an unlisted one is a
 * compile error, and an unused entry fails a test. A crash of the machine loses their last moments, in order, so data
 * that builds on a lost transaction is also lost. A result that was already returned to a caller must not be listed
 * here.
 */
import { type Statement, statement } from './statement.ts';

export const LOOSE_COMMITS = {
  'job claimed': {
    lost: 'that a process had taken a job',
    harmless: 'The job is ready again and runs at once. Jobs run at least once in any case.',
  },
  'request key claimed': {
    lost: 'that a request with this `Idempotency-Key` was under way',
    harmless: 'Its work was not committed either, so the next request with the key does it.',
  },
  'mail sent': {
    lost: 'the mail in the built-in mailbox, or the note that a mail server accepted it, and that its job was done',
    harmless: 'The job runs again. By SMTP the mail goes out twice, under the same Message-ID.',
  },
  'mail postponed': {
    lost: 'the place in the queue to an address, and the job that waits for it',
    harmless: 'The job that took the place is still there and takes another one.',
  },
  'key usage added up': {
    lost: 'how often API keys were used in the last seconds',
    harmless: 'The counts are shown and billed without the missing ones, so they are slightly too low.',
  },
  'requests of keys logged': {
    lost: 'the log of the requests that API keys made in the last seconds',
    harmless: 'The requests themselves are durable. Only the log for developers lacks them.',
  },
  'webhook events fanned out': {
    lost: 'the deliveries made from a batch of events',
    harmless: 'The events are still pending, and the deliveries are made again.',
  },
  'webhook deliveries written': {
    lost: 'how attempts at deliveries went',
    harmless: 'They are attempted again under the same event id, which tells receivers that they have it.',
  },
  'webhook endpoint claimed': {
    lost: 'that a worker had taken an endpoint',
    harmless: 'The endpoint is free again, and the next worker takes it.',
  },
  'webhook endpoint released': {
    lost: 'that a worker had given an endpoint back',
    harmless: 'Its lease ends, and the next worker takes it.',
  },
  'webhook lease extended': {
    lost: 'that a worker keeps its endpoints for longer',
    harmless: 'The worker is gone with the crash; the lease ends earlier.',
  },
  'statistics counted': {
    lost: 'the figures of a batch of events, and how far the outbox was read',
    harmless: 'Both are lost together, and the events are counted again.',
  },
} as const satisfies Record<string, { lost: string; harmless: string }>;

export type LooseCommit = keyof typeof LOOSE_COMMITS;

const waitForNoDisk = statement('loose-commit', `select set_config('synchronous_commit', 'off', true)`);

/** Only for this transaction. The name identifies the entry of the table. */
export const looseCommit = (_: LooseCommit): Statement<unknown> => waitForNoDisk();

/** The same together with the context, for a transaction that begins with both. */
export const enterLoosely = statement<unknown, [role: string, tenantId: string]>(
  'context-loose',
  `select set_config('role', $1, true), set_config('app.tenant', $2, true), set_config('synchronous_commit', 'off', true)`,
);
