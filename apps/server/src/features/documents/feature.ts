import type { Feature } from '../../platform/feature.ts';
import { erasures, jobs, type JobServices } from './jobs.ts';
import { operations, type Services } from './operations.ts';

export const documents = {
  name: 'documents',
  operations,
  jobs,
  erasures,
} satisfies Feature<Services & JobServices>;
