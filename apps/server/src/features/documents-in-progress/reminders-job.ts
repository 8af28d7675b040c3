import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** One a document: it looks who is due and queues the next look. */
export const sendRemindersJob = defineJob<{ documentId: Id<'document'> }>('send-reminders', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 30,
});
