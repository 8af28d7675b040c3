import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { jobs, type JobServices } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';
import { sealedColumns } from './sealed-columns.ts';

export const webhooks = {
  name: 'webhooks',
  auditActions,
  operations,
  jobs,
  continuations,
  sealedColumns,
} satisfies Feature<Services & JobServices>;
