import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { jobs, type JobServices } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';

export const publicLinks = {
  name: 'public-links',
  auditActions,
  operations,
  jobs,
  continuations,
} satisfies Feature<Services & JobServices>;
