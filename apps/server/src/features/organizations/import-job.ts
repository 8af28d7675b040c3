import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

export type ImportPayload = { importId: Id<'userImport'> };

/**
 * The job processes a few rows per run, then queues itself behind other waiting jobs, so that a large import does not
 * delay them.
 */
export const importJob = defineJob<ImportPayload>('user-import', {
  lane: 'bulk',
  retryAfter: [5, 30, 120, 600, 3600, 7200, 14_400, 21_600, 28_800],
  lease: 300,
});
