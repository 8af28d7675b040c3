import type { Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';

/** Makes one part and comes again behind what else waits: an export of any size keeps nobody from their turn. */
export const buildExportJob = defineJob<{ exportId: Id<'export'> }>('build-export', {
  lane: 'bulk',
  retryAfter: [5, 30, 120, 600, 3600, 7200, 14_400, 21_600, 28_800],
  lease: 300,
});
