import { expect, test } from 'vitest';
import { clockOf } from './words.ts';

const open = {
  notify_by: '2026-11-23T12:00:00.000Z',
  authority_notified_at: null,
  closed_at: null,
  status: 'open',
} as const;

test.each([
  ['2026-11-20T12:00:00Z', '72 h left', 'wait'],
  ['2026-11-22T13:30:00Z', '22 h left', 'no'],
  ['2026-11-23T11:30:00Z', '30 min left', 'no'],
  ['2026-11-23T14:00:00Z', 'Overdue by 2 h', 'no'],
  ['2026-11-30T12:00:00Z', 'Overdue by 7 days', 'no'],
])('shows the label for the time %s: %s', (now, label, tone) => {
  expect(clockOf(open, new Date(now))).toEqual({ label, tone });
});

test('states whether the supervisory authority was notified of an incident in time', () => {
  const now = new Date('2026-12-01T00:00:00Z');
  const told = (at: string) => clockOf({ ...open, authority_notified_at: at }, now).label;
  expect(told('2026-11-23T12:00:00.000Z')).toBe('Authority notified in time');
  expect(told('2026-11-23T12:00:00.001Z')).toBe('Authority notified late');
  expect(clockOf({ ...open, status: 'closed', closed_at: open.notify_by }, now).label).toBe(
    'Closed without notification',
  );
});
