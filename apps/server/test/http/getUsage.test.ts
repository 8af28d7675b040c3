import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { ownersOnly } from '../support/guards.ts';
import { sendPackage } from '../support/packages.ts';

const app = await startTestApp();
const path = '/api/subscription/usage';

test('returns seats, envelopes and requests for the current month and the eleven months before', async () => {
  await app.sent();
  await sendPackage(app, { documents: 3 });
  await app.member('member');
  await app.owner.post('/api/organization/invitations', { ...app.person(), role: 'member' });
  const before = await app.owner.get<'getUsage'>(path);
  expect(before.body.usage).toMatchObject({
    period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
    seats: { used: 3, limit: null, members: 2, invited: 1 },
    envelopes: { used: 2, limit: null },
    requests: { refused: 0, limit_per_hour: null },
  });
  expect(before.body.usage.requests.used).toBeGreaterThan(0);
  expect(before.body.usage.months.map(({ month }) => month)).toHaveLength(12);
  expect(before.body.usage.months.at(-1)).toMatchObject({ month: '2026-11', envelopes: 2, seats: 2 });
  // The usage can be counted repeatedly, and it remains available after its source rows have been deleted.
  await app.services.timers.run('adding up usage');
  await app.services.timers.run('adding up usage');
  const requests = before.body.usage.requests.used;
  await app.sql('delete from api_key_usage');
  app.clock.advance({ days: 30 });
  const owner = await app.logIn();
  const { body } = await owner.get<'getUsage'>(path);
  expect(body.usage.months.at(-2)).toMatchObject({ month: '2026-11', envelopes: 2, seats: 2, requests });
  expect(body.usage.envelopes.used).toBe(0);
});

ownersOnly(app, { method: 'GET', path });
