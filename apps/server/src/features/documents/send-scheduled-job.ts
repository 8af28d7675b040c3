import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/**
 * The job is retried during an outage for up to six hours. After that, the sender is notified that nothing was sent.
 */
export const sendScheduledJob = defineJob<{ documentId: Id<'document'>; scheduleId: string }>('send-scheduled', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 1800, 3600, 7200, 7200],
  lease: 180,
});
