import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import type { BackupServices } from './backups.ts';
import { commands } from './commands.ts';
import { timers } from './jobs.ts';
import { operations } from './operations.ts';

export const backups = {
  name: 'backups',
  auditActions,
  operations,
  commands,
  timers,
} satisfies Feature<BackupServices>;
