import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { commands } from './commands.ts';
import { erasures, type ErasureServices } from './erasures.ts';
import { timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';

export const retention = {
  name: 'retention',
  auditActions,
  operations,
  timers,
  commands,
  erasures,
} satisfies Feature<Services & ErasureServices>;
