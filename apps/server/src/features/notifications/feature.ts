import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { jobs, type JobServices } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations, reactions } from './reactions.ts';
import { routes } from './routes.ts';

export const notifications = {
  name: 'notifications',
  auditActions,
  operations,
  routes,
  jobs,
  reactions,
  continuations,
} satisfies Feature<Services & JobServices>;
