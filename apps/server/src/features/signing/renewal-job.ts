import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';
import type { FileKind } from './archived-file.ts';

/** The payload has no file if an earlier version queued it, because earlier versions renewed only documents. */
export type RenewalPayload = { documentId: Id<'document'>; file?: FileKind };

/**
 * Queued by the schedule, which finds the document again if this job dies. The job uses the queue `bulk`, so that
 * renewals never delay seals and e-mails. It does not use the queue `timer`, which waits while the clock is not
 * trusted, because the schedule handles that.
 */
export const renewArchiveJob = defineJob<RenewalPayload>('renew-archive', {
  lane: 'bulk',
  retryAfter: [10, 60, 600, 3600, 21_600, 86_400],
  lease: 120,
});
