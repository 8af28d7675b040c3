import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';
import type { FileKind } from './archived-file.ts';

/** Without a file: asked for by a version that renewed documents alone. */
export type RenewalPayload = { documentId: Id<'document'>; file?: FileKind };

/**
 * Queued by the schedule, which finds the document again when this job has died. The lane is the last one, so that renewals never
 * delay seals and mails. It is not `timer`, which waits while the clock is in doubt: the schedule decides that.
 */
export const renewArchiveJob = defineJob<RenewalPayload>('renew-archive', {
  lane: 'bulk',
  retryAfter: [10, 60, 600, 3600, 21_600, 86_400],
  lease: 120,
});
