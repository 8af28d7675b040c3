import { defineJob } from '../../platform/jobs/queue.ts';

export type SuspendPayload = { requiredAt: string };

export const suspendKeysJob = defineJob<SuspendPayload>('suspend-keys', {
  lane: 'timer',
  retryAfter: [60, 600, 3600, 21_600],
  lease: 60,
});
