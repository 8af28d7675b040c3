import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { commands } from './commands.ts';
import { routes, type Services } from './routes.ts';
import { sealedColumns } from './sealed-columns.ts';

export const authority = {
  name: 'authority',
  auditActions,
  routes,
  sealedColumns,
  commands,
} satisfies Feature<Services>;
