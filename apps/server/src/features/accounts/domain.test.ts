import { describe, expect, test } from 'vitest';
import { addressBucket, decideAttempt } from './attempts.ts';
import { describeDevice, isProofRecent, isSessionOver } from './domain.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('sign-in attempts', () => {
  const row = { failures: 0, last_at: ago(10), blocked_until: null };
  const waits = (failures: number) => {
    const { blockedUntil } = decideAttempt({ ...row, failures }, 10, now);
    return blockedUntil === null ? 0 : (blockedUntil.getTime() - now.getTime()) / 1000;
  };

  test('allows ten sign-in attempts without delay, then doubles each wait up to an hour', () => {
    expect([0, 8, 9, 10, 11, 14, 15, 100].map(waits)).toEqual([0, 0, 60, 120, 240, 1920, 3600, 3600]);
  });
  test('ignores sign-in attempts during a wait, so that an attacker cannot extend the wait', () => {
    const blocked = { failures: 12, last_at: ago(1), blocked_until: new Date(now.getTime() + 1) };
    expect(decideAttempt(blocked, 10, now)).toEqual({
      allowed: false,
      failures: 12,
      blockedUntil: blocked.blocked_until,
    });
    expect(decideAttempt({ ...blocked, blocked_until: now }, 10, now).allowed).toBe(true);
  });
  test('counts sign-in attempts per network, which is a /64 block for IPv6', () => {
    const key = (address: string) => addressBucket(address).key.toString('hex');
    expect(key('2001:db8:1:2::9')).toBe(key('2001:DB8:1:2:ffff:ffff:ffff:ffff'));
    expect(key('2001:db8:1:2::9')).not.toBe(key('2001:db8:1:3::9'));
    expect(key('::ffff:192.0.2.1')).toBe(key('192.0.2.1'));
    expect(key('192.0.2.1')).not.toBe(key('192.0.2.2'));
  });
  test('restarts the count of sign-in attempts after a day without attempts', () => {
    const day = 24 * 3600;
    expect(decideAttempt({ ...row, failures: 30, last_at: ago(day + 1) }, 10, now).failures).toBe(1);
    expect(decideAttempt({ ...row, failures: 30, last_at: ago(day) }, 10, now).failures).toBe(31);
  });
});

describe('expiration of a session', () => {
  const session = { last_seen_at: ago(0), expires_at: new Date(now.getTime() + 1) };
  test('ends a session at its absolute limit or after the idle limit, by default 30 minutes', () => {
    expect(isSessionOver({ ...session, last_seen_at: ago(1799) }, null, now)).toBe(false);
    expect(isSessionOver({ ...session, last_seen_at: ago(1800) }, null, now)).toBe(true);
    expect(isSessionOver({ ...session, last_seen_at: ago(301) }, 5, now)).toBe(true);
    expect(isSessionOver({ ...session, expires_at: now }, 720, now)).toBe(true);
  });
  test('accepts a proof of identity for ten minutes', () => {
    expect(isProofRecent(ago(599), now)).toBe(true);
    expect(isProofRecent(ago(600), now)).toBe(false);
    expect(isProofRecent(null, now)).toBe(false);
  });
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
  ['curl/8.14.1', 'curl'],
  ['', 'Unknown browser'],
])('describes the device with the user agent %s as "%s"', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
