import { defineJob } from '../../platform/jobs/queue.ts';

/**
 * Each run of the job sends a few rows of one tenant and then queues itself behind other waiting jobs, so that no
 * organization delays the others. It is retried for a day if sending is temporarily impossible.
 */
export const bulkSendJob = defineJob<Record<never, never>>('bulk-send', {
  lane: 'bulk',
  retryAfter: [5, 30, 120, 600, 3600, 7200, 14_400, 21_600, 28_800],
  lease: 300,
});
