import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { jobs, type JobServices, timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations, reactions } from './reactions.ts';
import { routes } from './routes.ts';

export const progress = {
  name: 'documents-in-progress',
  auditActions,
  operations,
  routes,
  jobs,
  timers,
  reactions,
  continuations,
} satisfies Feature<Services & JobServices>;
