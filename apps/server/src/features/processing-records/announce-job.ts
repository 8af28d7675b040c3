import { defineJob } from '../../platform/jobs/queue.ts';

export type AnnouncePayload = { after: string; effectiveOn: string };

/** Tells the administrators of some organizations of a list of sub-processors, and goes on with those behind `after`. */
export const announceSubProcessorsJob = defineJob<AnnouncePayload>('announce-sub-processors', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 60,
});
