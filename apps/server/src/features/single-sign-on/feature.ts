import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { operations, type Services } from './operations.ts';
import { type RouteServices, routes } from './routes.ts';
import { sealedColumns } from './sealed-columns.ts';

export const singleSignOn = {
  name: 'single-sign-on',
  auditActions,
  operations,
  routes,
  sealedColumns,
} satisfies Feature<Services & RouteServices>;
