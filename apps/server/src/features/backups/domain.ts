/** When a backup is due, and which of those that were made by the schedule are kept. */

/** Each day at this time, UTC. */
export type Schedule = { hour: number; minute: number };
/** How many: the newest one of each of the last days, weeks and months that have one. */
export type Keep = { daily: number; weekly: number; monthly: number };

const DAY_MS = 86_400_000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The day whose backup should have been begun by now. */
export function slotAt(now: Date, { hour, minute }: Schedule): string {
  return dayOf(new Date(now.getTime() - (hour * 60 + minute) * 60_000));
}

/** Weeks begin on Monday (ISO 8601); a week is named by its first day. */
function weekOf(at: Date): string {
  return dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS));
}

export type Kept = { id: string; takenAt: Date; isVerified: boolean };

/** Those that retention no longer keeps. The newest one, and the newest that was verified, always stay. */
export function outlived<B extends Kept>(backups: readonly B[], keep: Keep): B[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const kept = new Set<B>();
  const rules: [number, (at: Date) => string][] = [
    [keep.daily, dayOf],
    [keep.weekly, weekOf],
    [keep.monthly, (at) => dayOf(at).slice(0, 7)],
  ];
  for (const [count, periodOf] of rules) {
    const periods = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.takenAt);
      if (periods.has(period) || periods.size === count) continue;
      periods.add(period);
      kept.add(backup);
    }
  }
  for (const one of [newestFirst[0], newestFirst.find(({ isVerified }) => isVerified)]) if (one) kept.add(one);
  return newestFirst.filter((backup) => !kept.has(backup));
}
