import { defineJob } from '../../platform/jobs/queue.ts';

export type AnnouncePayload = { after: string; effectiveOn: string };

/**
 * Notifies the administrators in a batch of organizations about a new list of sub-processors. The next job continues
 * with the organizations after `after`.
 */
export const announceSubProcessorsJob = defineJob<AnnouncePayload>('announce-sub-processors', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 60,
});
