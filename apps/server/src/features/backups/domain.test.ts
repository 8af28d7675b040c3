import { describe, expect, test } from 'vitest';
import { expiredBackups, slotAt, troubleOf } from './domain.ts';

const DAY = 86_400_000;
const nightly = (days: number, verified: (n: number) => boolean = () => true) =>
  Array.from({ length: days }, (_, n) => ({
    id: `backup ${n} days ago`,
    takenAt: new Date(Date.parse('2026-11-23T02:00:00Z') - n * DAY),
    isVerified: verified(n),
  }));
const left = (all: ReturnType<typeof nightly>, keep = { daily: 7, weekly: 4, monthly: 12 }) => {
  const gone = new Set(expiredBackups(all, keep).map(({ id }) => id));
  return all.filter(({ id }) => !gone.has(id)).map(({ takenAt }) => takenAt.toISOString().slice(0, 10));
};

describe('retention of backups', () => {
  test('keeps the newest backup of each recent day, week and month', () => {
    expect(left(nightly(400))).toEqual([
      '2026-11-23',
      '2026-11-22',
      '2026-11-21',
      '2026-11-20',
      '2026-11-19',
      '2026-11-18',
      '2026-11-17',
      '2026-11-15',
      '2026-11-08',
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
      '2026-05-31',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
      '2025-12-31',
    ]);
  });

  test('never deletes the newest verified backup or the newest backup', () => {
    const keep = { daily: 2, weekly: 0, monthly: 0 };
    expect(
      left(
        nightly(10, (n) => n === 6),
        keep,
      ),
    ).toEqual(['2026-11-23', '2026-11-22', '2026-11-17']);
    expect(left(nightly(3), { daily: 0, weekly: 0, monthly: 0 })).toEqual(['2026-11-23']);
  });

  test('keeps the existing backups after days without a new backup', () => {
    const some = nightly(60).filter((_, n) => n % 10 === 0);
    expect(left(some, { daily: 3, weekly: 0, monthly: 0 })).toEqual(['2026-11-23', '2026-11-13', '2026-11-03']);
  });
});

test('assigns a backup made before the scheduled time to the previous day', () => {
  const at = { hour: 2, minute: 30 };
  expect(slotAt(new Date('2026-11-23T02:29:59Z'), at)).toBe('2026-11-22');
  expect(slotAt(new Date('2026-11-23T02:30:00Z'), at)).toBe('2026-11-23');
});

describe('reliability of backups', () => {
  const NOW = new Date('2026-11-23T12:00:00Z');
  const ago = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);
  type One = Parameters<typeof troubleOf>[0][number];
  const ready = (hours: number, verification: One['verification'] = 'valid'): One => ({
    state: 'ready',
    created_at: ago(hours),
    finished_at: ago(hours),
    taken_at: ago(hours),
    verification,
    verified_at: verification === 'none' ? null : ago(hours),
  });
  const failed = (hours: number): One => ({ ...ready(hours, 'none'), state: 'failed', taken_at: null });
  const running = (hours: number): One => ({ ...failed(hours), state: 'running', finished_at: null });
  const queued = (hours: number): One => ({ ...ready(hours), verification: 'queued' });

  test.each<[string, One[], boolean, string | null]>([
    ['a backup was verified today', [ready(10)], true, null],
    ['no backup yet', [], true, null],
    ['the first backup is still running', [running(0)], true, null],
    ['the newest backup failed', [failed(1), ready(10)], true, 'backup-failed'],
    ['the newest backup failed, and a user had requested it', [failed(1)], false, 'backup-failed'],
    ['a backup failed, and a newer backup was verified', [ready(1), failed(10)], true, null],
    ['a newer backup is still running', [running(0), failed(10)], true, 'backup-failed'],
    ['the newest backup is damaged', [ready(1, 'invalid'), ready(10)], true, 'backup-unverified'],
    ['the newest backup could not be verified', [ready(1, 'failed')], false, 'backup-unverified'],
    ['a damaged backup is older than a verified one', [ready(1), ready(10, 'invalid')], true, null],
    ['the newest backup is two days old', [ready(48)], true, 'backup-overdue'],
    ['the newest backup is two days old, and no schedule is set', [ready(48)], false, null],
    ['a backup is running after the server was off for a week', [running(0), ready(168)], true, null],
    ['a backup has been running for two days', [running(48), ready(72)], true, 'backup-overdue'],
    ['no backup was verified today or yesterday', [ready(10, 'none'), ready(34, 'none')], true, 'backup-unverified'],
    [
      'a backup was verified yesterday, and an unverified one was made today',
      [ready(1, 'none'), ready(25)],
      true,
      null,
    ],
    ['a backup is being verified today after the server was off for a week', [queued(0), ready(168)], true, null],
  ])('returns the problem with the backups, if any: %s', (_, all, isScheduled, code) => {
    expect(troubleOf(all, isScheduled, NOW)?.code ?? null).toBe(code);
  });

  test('reports the time at which the backups became unreliable', () => {
    expect(troubleOf([failed(3)], true, NOW)?.since).toEqual(ago(3));
    expect(troubleOf([ready(48)], true, NOW)?.since).toEqual(ago(22));
  });
});
