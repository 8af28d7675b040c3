import type { Timer } from '../../platform/jobs/timers.ts';
import { countAll, type CountingServices } from './roll-up.ts';

export const timers: readonly Timer<CountingServices>[] = [
  // Statistics must be at most five seconds old. Running every two seconds leaves room for one slow run.
  { name: 'statistics', everyMs: 2000, needsTrustedTime: false, run: countAll },
];
