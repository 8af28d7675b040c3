import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** Queued when the document is sent and whenever it is extended, to run in the minute of the expiry. */
export const expireDocumentJob = defineJob<{ documentId: Id<'document'> }>('expire-document', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 30,
});
