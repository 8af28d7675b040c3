import { expect, test } from 'vitest';
import { endOfSoon } from './waiting.ts';

test('counts documents that expire within seven days as expiring soon', () => {
  expect(endOfSoon(new Date('2026-11-20T15:00:42.500Z'))).toBe('2026-11-27T15:00:00.000Z');
});
