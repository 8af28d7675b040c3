import type { Feature } from '../../platform/feature.ts';
import { erasures, type JobServices, timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';

export const storage = {
  name: 'storage',
  operations,
  timers,
  erasures,
} satisfies Feature<Services & JobServices>;
