import { expect, test } from 'vitest';
import { matches } from './match.ts';

test('finds each word of a search in any order, regardless of case and accents', () => {
  expect(matches('Settings: Réglages', 'reglages sett')).toBe(true);
  expect(matches('Settings: API keys', 'api settings')).toBe(true);
  expect(matches('Settings: API keys', 'api webhooks')).toBe(false);
});
