import { defineJob } from '../../platform/jobs/queue.ts';

export type ClosePayload = { organizationId: string; requestedBy: string };

export const closeOrganizationJob = defineJob<ClosePayload>('close-organization', {
  lane: 'timer',
  retryAfter: [60, 600, 3600, 21_600, 86_400],
  lease: 300,
});
