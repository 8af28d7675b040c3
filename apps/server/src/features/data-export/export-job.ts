import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** Builds one part, then queues the next part behind other waiting jobs, so that a large export does not delay them. */
export const buildExportJob = defineJob<{ exportId: Id<'export'> }>('build-export', {
  lane: 'bulk',
  retryAfter: [5, 30, 120, 600, 3600, 7200, 14_400, 21_600, 28_800],
  lease: 300,
});
