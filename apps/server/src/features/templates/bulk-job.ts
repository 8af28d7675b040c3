import { defineJob } from '../../platform/jobs/queue.ts';

/**
 * One a tenant, which sends a few rows and comes again behind the others that wait: however many rows one organization has, every
 * other gets its turn. Tried again for a day where what sending needs is not to be had.
 */
export const bulkSendJob = defineJob<Record<never, never>>('bulk-send', {
  lane: 'bulk',
  retryAfter: [5, 30, 120, 600, 3600, 7200, 14_400, 21_600, 28_800],
  lease: 300,
});
