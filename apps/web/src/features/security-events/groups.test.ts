import { expect, test } from 'vitest';
import { groupEvents } from './groups.ts';
import type { SecurityEvent } from './queries.ts';

const event = (n: number, at: string, changes: Partial<SecurityEvent> = {}): SecurityEvent =>
  ({
    id: `sec_${n}`,
    kind: 'user.login-failed',
    severity: 'medium',
    address: '192.0.2.7',
    subject: null,
    user: null,
    count: 1,
    last_at: at,
    summary: '',
    ...changes,
  }) as SecurityEvent;
const day = (iso: string): string => iso.slice(0, 10);

test('groups and counts events of the same kind and source within a day, newest first', () => {
  const events = [
    event(5, '2026-11-29T10:00:00Z', { count: 3 }),
    event(4, '2026-11-29T09:00:00Z', { kind: 'user.login' }),
    event(3, '2026-11-29T08:00:00Z'),
    event(2, '2026-11-28T23:00:00Z'),
  ];
  expect(groupEvents(events, day).map(({ latest, count, events: all }) => [latest.id, count, all.length])).toEqual([
    ['sec_5', 4, 2],
    ['sec_4', 1, 1],
    ['sec_2', 1, 1],
  ]);
});

test('does not group events with different addresses, people, severities or subjects', () => {
  const at = '2026-11-29T10:00:00Z';
  const user = { id: 'usr_1', name: 'Ada' } as SecurityEvent['user'];
  const others: Partial<SecurityEvent>[] = [
    {},
    { address: '192.0.2.8' },
    { user },
    { severity: 'high' },
    { subject: 'x' },
  ];
  expect(
    groupEvents(
      others.map((changes, n) => event(n, at, changes)),
      day,
    ),
  ).toHaveLength(5);
});
