import { expect, test } from 'vitest';
import type { AuditEntry } from './queries.ts';
import { byDay } from './timeline-groups.ts';

const entry = (id: string, actor: string, timestamp: string) =>
  ({ id, actor: { kind: 'user', id: actor }, timestamp }) as unknown as AuditEntry;

test('groups entries by day, and combines consecutive entries by the same person', () => {
  const entries = [
    entry('5', 'ada', '2026-11-02T10:00:00Z'),
    entry('4', 'ada', '2026-11-02T09:00:00Z'),
    entry('3', 'bo', '2026-11-02T08:00:00Z'),
    entry('2', 'bo', '2026-11-01T10:00:00Z'),
    entry('1', 'ada', '2026-11-01T09:00:00Z'),
  ];
  const days = byDay(entries, (time) => time.slice(0, 10));
  expect(
    days.map(({ day, people }) => [day, ...people.map((group) => group.entries.map(({ id }) => id).join())]),
  ).toEqual([
    ['2026-11-02', '5,4', '3'],
    ['2026-11-01', '2', '1'],
  ]);
});

test('keeps a member and a recipient with the same ID separate', () => {
  const [one, other] = [entry('2', 'x', '2026-11-02T10:00:00Z'), entry('1', 'x', '2026-11-02T09:00:00Z')];
  const days = byDay([one, { ...other, actor: { kind: 'signer', id: 'x' } }], () => 'day');
  expect(days[0]?.people).toHaveLength(2);
});
