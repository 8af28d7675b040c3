import { describe, expect, test } from 'vitest';
import { afterFailure, readRetryAfter, reasonToDisable } from './domain.ts';

const FIRST = new Date('2026-03-01T12:00:00.000Z');
const after = (minutes: number) => new Date(FIRST.getTime() + minutes * 60_000);
const failure = (tries: number, minutes: number, more: { retryAfterMs?: number; isTest?: boolean } = {}) =>
  afterFailure({ tries, firstAt: FIRST, now: after(minutes), retryAfterMs: undefined, isTest: false, ...more });

describe('next delivery attempt', () => {
  test.each([
    [0, 0, 5],
    [1, 5, 30],
    [2, 30, 120],
    [3, 120, 360],
  ])('after %i attempts, at minute %i, schedules the next attempt for minute %i', (tries, now, then) => {
    expect(failure(tries, now)).toEqual({ state: 'pending', runAt: after(then) });
  });
  test('makes no further attempt after the fifth attempt, or after a failed test event', () => {
    expect(failure(4, 360)).toEqual({ state: 'dead' });
    expect(failure(0, 0, { isTest: true })).toEqual({ state: 'failed' });
  });
  test('waits between delivery attempts even after an outage that is longer than the schedule', () => {
    expect(failure(1, 400)).toEqual({ state: 'pending', runAt: after(405) });
  });
  test('delays the next attempt according to Retry-After, by at most six hours, but never makes it earlier', () => {
    expect(failure(0, 0, { retryAfterMs: 60 * 60_000 })).toEqual({ state: 'pending', runAt: after(60) });
    expect(failure(0, 0, { retryAfterMs: 1 })).toEqual({ state: 'pending', runAt: after(5) });
    expect(failure(0, 0, { retryAfterMs: 1e12 })).toEqual({ state: 'pending', runAt: after(360) });
  });
});

test('parses Retry-After as seconds or a date', () => {
  expect(readRetryAfter('120', FIRST)).toBe(120_000);
  expect(readRetryAfter('Sun, 01 Mar 2026 12:01:00 GMT', FIRST)).toBe(60_000);
  expect(readRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', FIRST)).toBe(0);
  for (const value of ['soon', '-1', '1.5', '', undefined, ['1'], '99999999999'])
    expect(readRetryAfter(value, FIRST)).toBeUndefined();
});

test('disables an endpoint immediately after a 410 response, and otherwise only after five days of failures', () => {
  expect(reasonToDisable(410, FIRST, FIRST)).toBe('gone');
  expect(reasonToDisable(500, FIRST, after(5 * 24 * 60 - 1))).toBeUndefined();
  expect(reasonToDisable(null, FIRST, after(5 * 24 * 60))).toBe('failing');
});
