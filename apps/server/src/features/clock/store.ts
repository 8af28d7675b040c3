import { statement } from '../../platform/db/statement.ts';

export type ClockRow = { seen_at: Date; confirmations: number };
export const selectClock = statement<ClockRow>('clock-select', 'select seen_at, confirmations from clock_state');
export const noteTime = statement<unknown, [now: Date]>(
  'clock-seen',
  `insert into clock_state (seen_at) values ($1)
   on conflict (only_row) do update set seen_at = greatest(clock_state.seen_at, excluded.seen_at), told_at = null`,
);
/** Overwrites the recorded time, because the operator confirmed the current time. */
export const confirmTime = statement<unknown, [now: Date]>(
  'clock-confirm',
  `insert into clock_state (seen_at, confirmations) values ($1, 1)
   on conflict (only_row) do update set seen_at = excluded.seen_at, confirmations = clock_state.confirmations + 1, told_at = null`,
);
/** Returns a row only for the first process that detects a problem with the clock. */
export const recordNotified = statement<{ told_at: Date }, [now: Date]>(
  'clock-told',
  'update clock_state set told_at = $1 where told_at is null returning told_at',
);
