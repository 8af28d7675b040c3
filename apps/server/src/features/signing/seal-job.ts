import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/**
 * Queued in the transaction of the last signature and started immediately. The job is retried for days, because a
 * document must not stay unsealed.
 */
export const sealDocumentJob = defineJob<{ documentId: Id<'document'> }>('seal-document', {
  lane: 'seal',
  retryAfter: [1, 2, 5, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400],
  lease: 30,
});
