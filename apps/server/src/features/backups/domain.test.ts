import { describe, expect, test } from 'vitest';
import { outlived, slotAt } from './domain.ts';

const DAY = 86_400_000;
const nightly = (days: number, verified: (n: number) => boolean = () => true) =>
  Array.from({ length: days }, (_, n) => ({
    id: `backup ${n} days ago`,
    takenAt: new Date(Date.parse('2026-11-23T02:00:00Z') - n * DAY),
    isVerified: verified(n),
  }));
const left = (all: ReturnType<typeof nightly>, keep = { daily: 7, weekly: 4, monthly: 12 }) => {
  const gone = new Set(outlived(all, keep).map(({ id }) => id));
  return all.filter(({ id }) => !gone.has(id)).map(({ takenAt }) => takenAt.toISOString().slice(0, 10));
};

describe('retention', () => {
  test('keeps the newest of each of the last days, weeks and months', () => {
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

  test('never lets the newest verified one go, nor the newest', () => {
    const keep = { daily: 2, weekly: 0, monthly: 0 };
    expect(
      left(
        nightly(10, (n) => n === 6),
        keep,
      ),
    ).toEqual(['2026-11-23', '2026-11-22', '2026-11-17']);
    expect(left(nightly(3), { daily: 0, weekly: 0, monthly: 0 })).toEqual(['2026-11-23']);
  });

  test('keeps what there is when days were missed', () => {
    const some = nightly(60).filter((_, n) => n % 10 === 0);
    expect(left(some, { daily: 3, weekly: 0, monthly: 0 })).toEqual(['2026-11-23', '2026-11-13', '2026-11-03']);
  });
});

test('the day whose backup is due changes at the time of the schedule', () => {
  const at = { hour: 2, minute: 30 };
  expect(slotAt(new Date('2026-11-23T02:29:59Z'), at)).toBe('2026-11-22');
  expect(slotAt(new Date('2026-11-23T02:30:00Z'), at)).toBe('2026-11-23');
});
