import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** An outage of six hours is waited for; then the sender learns that nothing was sent. */
export const sendScheduledJob = defineJob<{ documentId: Id<'document'>; scheduleId: string }>('send-scheduled', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 1800, 3600, 7200, 7200],
  lease: 180,
});
