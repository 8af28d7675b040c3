import type { Feature } from '../../platform/feature.ts';
import { commands } from './commands.ts';
import { timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import type { CountingServices } from './roll-up.ts';

export const statistics = {
  name: 'statistics',
  operations,
  timers,
  commands,
} satisfies Feature<Services & CountingServices>;
