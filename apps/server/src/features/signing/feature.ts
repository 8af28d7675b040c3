import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import { commands } from './commands.ts';
import { jobs, type JobServices, timers } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';

export const signing = {
  name: 'signing',
  auditActions,
  operations,
  jobs,
  timers,
  continuations,
  commands,
} satisfies Feature<Services & JobServices>;
