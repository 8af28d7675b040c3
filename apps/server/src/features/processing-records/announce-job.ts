import { defineJob } from '../../platform/jobs/queue.ts';

export type AnnouncePayload = { after: string; effectiveOn: string };

/**
 * Notifies the administrators of a batch of organizations of a new list of sub-processors, then continues with those
 * after `after`.
 */
export const announceSubProcessorsJob = defineJob<AnnouncePayload>('announce-sub-processors', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 60,
});
