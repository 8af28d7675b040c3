import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** Queued for the minute of expiry, when the document is sent and whenever it is extended. */
export const expireDocumentJob = defineJob<{ documentId: Id<'document'> }>('expire-document', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 30,
});
