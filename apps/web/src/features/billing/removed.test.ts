import { expect, test } from 'vitest';
import { removedBy } from './removed.ts';
import type { PlanEntry } from './words.ts';

const plan = (name: string, limit: number | null, rights: PlanEntry['rights']): PlanEntry => ({
  id: 'enterprise',
  name,
  price: { month: 0, year: 0 },
  currency: 'EUR',
  seats: limit,
  envelopes_per_month: limit,
  requests_per_hour: limit === null ? null : 1000,
  rights,
});
const large = plan('Large', 100, ['apiKeys', 'singleSignOn']);
const small = plan('Small', 5, []);
const none = { used: 0, limit: null };
const usage = {
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  seats: { used: 8, limit: 100, members: 7, invited: 1 },
  envelopes: { used: 3, limit: 100 },
  requests: { used: 0, refused: 0, limit_per_hour: null },
  months: [],
};
const keys = { what: 'apiKeys' as const, used: 2, allowed: 0, message: '' };

test('names each feature and limit that a smaller plan removes, with the usage above the new limit', () => {
  expect(removedBy(large, small, usage, [keys])).toEqual([
    'API keys: not included. 2 API keys will be rejected until the plan includes API keys again.',
    'Single sign-on: not included.',
    'Seats: 5 (currently 100). You are using 8, which is 3 over the new limit.',
    'Envelopes per month: 5 (currently 100). You are using 3.',
  ]);
});

test('reports a loss if the new plan limits something that was unlimited, but not if the new plan is equal or larger', () => {
  const unlimited = plan('Enterprise', null, []);
  expect(removedBy(unlimited, small, { ...usage, seats: { ...usage.seats, ...none } }, [])).toContain(
    'Requests per hour: 1,000 (currently unlimited).',
  );
  expect(removedBy(small, large, usage, [])).toEqual([]);
  expect(removedBy(small, small, usage, [])).toEqual([]);
});
