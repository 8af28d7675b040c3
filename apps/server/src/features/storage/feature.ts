import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { commands } from './commands.ts';
import { erasures, type JobServices, timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { sealedColumns } from './sealed-columns.ts';

export const storage = {
  name: 'storage',
  auditActions,
  operations,
  timers,
  erasures,
  sealedColumns,
  commands,
} satisfies Feature<Services & JobServices>;
