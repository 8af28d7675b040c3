import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { type JobServices, timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { routes, type RouteServices } from './routes.ts';

export const billing = {
  name: 'billing',
  auditActions,
  operations,
  routes,
  timers,
} satisfies Feature<Services & JobServices & RouteServices>;
