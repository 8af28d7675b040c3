import { defineJob } from '../../platform/jobs/queue.ts';

export type AnnouncePayload = { after: string; effectiveOn: string };

/** Each job handles a batch of organizations. The next job continues with the organizations after `after`. */
export const announceSubProcessorsJob = defineJob<AnnouncePayload>('announce-sub-processors', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 60,
});
