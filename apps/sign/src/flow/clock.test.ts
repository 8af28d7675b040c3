import { describe, expect, it } from 'vitest';
import { countdown, daysUntil, judgeSession } from './clock.ts';

const minutes = (count: number): number => count * 60_000;
/** A session that was opened at time 0 and expires after 30 minutes. */
const at = (now: number, lastActive: number, lastExtended = 0) =>
  judgeSession({ now, expiresAt: minutes(30), lastExtended, lastActive });

describe('session clock', () => {
  it('warns about an idle session two minutes before its end, and not earlier', () => {
    expect(at(minutes(27.9), 0)).toEqual({ state: 'fine' });
    expect(at(minutes(28), 0)).toEqual({ state: 'warn', secondsLeft: 120 });
    expect(at(minutes(29.75), 0)).toEqual({ state: 'warn', secondsLeft: 15 });
    expect(at(minutes(30), 0)).toEqual({ state: 'over' });
  });

  it('never extends an in-person session, regardless of what the signer does', () => {
    const moment = { expiresAt: minutes(30), lastExtended: 0, isFixed: true };
    expect(judgeSession({ ...moment, now: minutes(10), lastActive: minutes(10) })).toEqual({ state: 'fine' });
    expect(judgeSession({ ...moment, now: minutes(29), lastActive: minutes(29) })).toEqual({
      state: 'warn',
      secondsLeft: 60,
    });
  });

  it('extends the session while the signer is active, but not on every movement', () => {
    expect(at(minutes(1), minutes(1))).toEqual({ state: 'fine' });
    expect(at(minutes(4), minutes(3.5))).toEqual({ state: 'extend' });
  });

  it('extends the session at the first activity after a warning', () => {
    expect(at(minutes(29), minutes(29), minutes(28.5))).toEqual({ state: 'extend' });
  });

  it('does not restore a session that has ended', () => {
    expect(at(minutes(31), minutes(31))).toEqual({ state: 'over' });
  });

  it('shows a countdown in minutes and seconds', () => {
    expect([countdown(120), countdown(65), countdown(9)]).toEqual(['2:00', '1:05', '0:09']);
  });
});

describe('days left to sign', () => {
  const local = (day: number, hour: number): Date => new Date(2026, 10, day, hour);

  it('counts the days left to sign by calendar day, not in 24-hour periods', () => {
    expect(daysUntil(local(20, 23).toISOString(), local(20, 1))).toBe(0);
    expect(daysUntil(local(21, 1).toISOString(), local(20, 23))).toBe(1);
    expect(daysUntil(local(28, 9).toISOString(), local(1, 9))).toBe(27);
  });
});
