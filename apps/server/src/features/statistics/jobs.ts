import type { Timer } from '../../platform/jobs/timers.ts';
import { countAll, type CountingServices } from './roll-up.ts';

export const timers: readonly Timer<CountingServices>[] = [
  // Figures are at most five seconds behind: a turn every two leaves room for one that takes longer.
  { name: 'statistics', everyMs: 2000, needsTrustedTime: false, run: countAll },
];
