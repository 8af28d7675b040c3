import type { Feature } from '../../platform/feature.ts';
import { erasures, type JobServices, timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { sealedColumns } from './sealed-columns.ts';

export const storage = {
  name: 'storage',
  operations,
  timers,
  erasures,
  sealedColumns,
} satisfies Feature<Services & JobServices>;
