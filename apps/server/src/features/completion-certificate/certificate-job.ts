import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** Somebody waits for it, in a lane of its own: setting type must keep no signature and no mail waiting. */
export const makeCertificateJob = defineJob<{ documentId: Id<'document'> }>('make-certificate', {
  lane: 'certificate',
  retryAfter: [1, 2, 5, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400],
  lease: 60,
});
