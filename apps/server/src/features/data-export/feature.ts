import type { Feature } from '../../platform/feature.ts';
import { erasures, jobs, type JobServices } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';

export const dataExport = {
  name: 'data-export',
  operations,
  jobs,
  erasures,
  continuations,
} satisfies Feature<Services & JobServices>;
