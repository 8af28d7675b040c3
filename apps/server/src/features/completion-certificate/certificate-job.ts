import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** The job has its own queue, so rendering does not delay signatures or e-mails. A request waits for the result. */
export const makeCertificateJob = defineJob<{ documentId: Id<'document'> }>('make-certificate', {
  lane: 'certificate',
  retryAfter: [1, 2, 5, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400],
  lease: 60,
});
