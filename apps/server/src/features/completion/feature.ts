import type { Feature } from '../../platform/feature.ts';
import { jobs, type JobServices } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';

export const completion = {
  name: 'completion',
  operations,
  jobs,
  continuations,
} satisfies Feature<Services & JobServices>;
