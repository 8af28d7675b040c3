import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { erasures, jobs, type JobServices } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';

export const templates = {
  name: 'templates',
  auditActions,
  operations,
  jobs,
  erasures,
  continuations,
} satisfies Feature<Services & JobServices>;
