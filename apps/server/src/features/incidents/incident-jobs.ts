import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';
import { MAIL_RETRIES } from '../notifications/index.ts';

export const remindIncidentJob = defineJob<{ incidentId: Id<'incident'> }>('remind-incident', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 30,
});

export type IncidentMailPayload = {
  incidentId: Id<'incident'>;
  mailing: number;
  emailKey: string;
  isPlaced?: boolean;
};
export const incidentMailJob = defineJob<IncidentMailPayload>('incident-mail', {
  lane: 'mail',
  retryAfter: MAIL_RETRIES,
  lease: 60,
});
