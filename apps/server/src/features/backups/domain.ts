/** Decides when a backup is due, which scheduled backups are retained, and whether there is a reliable backup. */

/** A time of day, UTC. Backups run at this time every day. */
export type Schedule = { hour: number; minute: number };
/**
 * The numbers of days, weeks and months for each of which the newest backup is retained. Days, weeks and months without
 * a backup do not count.
 */
export type Keep = { daily: number; weekly: number; monthly: number };

const DAY_MS = 86_400_000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export function slotAt(now: Date, { hour, minute }: Schedule): string {
  return dayOf(new Date(now.getTime() - (hour * 60 + minute) * 60_000));
}

/** A week begins on Monday (ISO 8601). Its name is the date of its first day. */
function weekOf(at: Date): string {
  return dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS));
}

export type Kept = { id: string; takenAt: Date; isVerified: boolean };

/**
 * Returns the backups to delete under the retention policy. The newest backup and the newest verified backup are always
 * retained.
 */
export function expiredBackups<B extends Kept>(backups: readonly B[], keep: Keep): B[] {
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

export type BackupTrouble = { code: 'backup-failed' | 'backup-overdue' | 'backup-unverified'; since: Date };

type Seen = {
  state: 'queued' | 'running' | 'ready' | 'failed' | 'missing';
  created_at: Date;
  finished_at: Date | null;
  taken_at: Date | null;
  verification: 'none' | 'queued' | 'running' | 'valid' | 'invalid' | 'failed';
  verified_at: Date | null;
};

/** How long a backup counts as recent: one day, plus the time to create and verify the next backup. */
const RELIED_ON_FOR_MS = 26 * 3_600_000;

/**
 * Returns the most serious reason why the backups are not reliable. No backup is reported as overdue while a backup is
 * being created or verified.
 *
 * @param newestFirst all existing backups
 */
export function troubleOf(newestFirst: readonly Seen[], isScheduled: boolean, now: Date): BackupTrouble | null {
  const made = newestFirst.filter(({ state }) => state === 'ready' || state === 'failed');
  const [last] = made;
  if (last?.state === 'failed') return { code: 'backup-failed', since: last.finished_at ?? last.created_at };
  const unfit = last && (last.verification === 'invalid' || last.verification === 'failed');
  if (unfit) return { code: 'backup-unverified', since: last.verified_at ?? last.created_at };
  const oldest = newestFirst.at(-1);
  if (!isScheduled || !oldest || newestFirst.some((one) => isAtWork(one, now))) return null;
  const overdueSince = (since: Date): Date | undefined =>
    now.getTime() - since.getTime() > RELIED_ON_FOR_MS ? new Date(since.getTime() + RELIED_ON_FOR_MS) : undefined;
  const unmade = overdueSince(last?.taken_at ?? oldest.created_at);
  if (unmade) return { code: 'backup-overdue', since: unmade };
  const verified = made.find(({ verification }) => verification === 'valid');
  const unverified = overdueSince(verified?.taken_at ?? oldest.created_at);
  return unverified ? { code: 'backup-unverified', since: unverified } : null;
}

const isAtWork = ({ state, verification, created_at: at }: Seen, now: Date): boolean =>
  now.getTime() - at.getTime() < RELIED_ON_FOR_MS &&
  (state === 'queued' || state === 'running' || verification === 'queued' || verification === 'running');
