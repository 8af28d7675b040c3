import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** One job per document finds the recipients who are due for a reminder, and queues the next check. */
export const sendRemindersJob = defineJob<{ documentId: Id<'document'> }>('send-reminders', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 30,
});
