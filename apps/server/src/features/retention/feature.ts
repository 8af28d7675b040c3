import type { Feature } from '../../platform/feature.ts';
import { timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { erasures, type SweepDependencies } from './sweeps.ts';

export const retention = {
  name: 'retention',
  operations,
  timers,
  erasures,
} satisfies Feature<Services & SweepDependencies>;
