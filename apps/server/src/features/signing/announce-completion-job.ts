import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';
import type { EndOfPackage, Notified } from '../packages/index.ts';

export type AnnounceCompletion = {
  documentId: Id<'document'>;
  /** The number of the entry `document.completed` in the document's audit trail. */
  sequence: number;
  /** An `Announced` value as JSON, because a payload can contain only plain values. */
  announced: string;
};
export type Announced = {
  recipients: Notified;
  /** Present if this document was the last one in its package to reach a final status. */
  endOfPackage?: EndOfPackage | undefined;
};

/** The number of attempts in which the job waits for a checkpoint before it announces the completion without one. */
export const ATTEMPTS_WITH_PROOF = 5;

/**
 * Queued in the transaction of the seal and started immediately. The first retries are within 20 seconds, so that a
 * completion is announced within a minute even if the audit log cannot sign.
 */
export const announceCompletionJob = defineJob<AnnounceCompletion>('announce-completion', {
  lane: 'announcement',
  retryAfter: [1, 2, 5, 10, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400],
  lease: 30,
});
