import { expect, test } from 'vitest';
import { expiringSoon } from './waiting.ts';

test('what runs out within a week, the next one first', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const at = (day: string | null) => ({ expiration: day === null ? null : `2026-11-${day}T10:00:00.000Z` });
  expect(expiringSoon([at('28'), at('27'), at(null), at('21')], now)).toEqual([at('21'), at('27')]);
});
