import { defineJob } from '../../platform/jobs/queue.ts';

export type HandOverPayload = { handOverId: string };

export const handOverJob = defineJob<HandOverPayload>('hand-over', {
  lane: 'bulk',
  retryAfter: [5, 30, 120, 600, 3600, 7200, 14_400, 21_600, 28_800],
  lease: 300,
});
