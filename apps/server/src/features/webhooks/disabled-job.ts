import { defineJob } from '../../platform/jobs/queue.ts';
import { MAIL_RETRIES } from '../notifications/index.ts';

export type DisabledPayload = { endpointId: string; userId: string; reason: 'gone' | 'failing'; isPlaced?: boolean };

export const webhookDisabledJob = defineJob<DisabledPayload>('webhook-disabled', {
  lane: 'mail',
  retryAfter: MAIL_RETRIES,
  lease: 60,
});
