import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import type { EraseDependencies } from './erase-trash.ts';
import { erasures } from './erasures.ts';
import { jobs } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';
import type { ScheduledServices } from './send-scheduled.ts';

export const documents = {
  name: 'documents',
  auditActions,
  operations,
  jobs,
  continuations,
  erasures,
} satisfies Feature<Services & EraseDependencies & ScheduledServices>;
