import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp({ startAt: '2026-11-23T09:30:00.000Z' });
const list = '/api/documents/paginated';
const usage = (id: string) => `/api/settings/api-keys/${id}/usage`;

describe('200', () => {
  test('returns the number of accepted and rejected requests of an API key per hour', async () => {
    const { caller, id } = await app.makeKey({ rateLimit: 3 });
    for (const status of [200, 200]) expect((await caller.get(list)).status).toBe(status);
    app.clock.advance({ hours: 1 });
    for (const status of [200, 200, 200, 429, 429]) expect((await caller.get(list)).status).toBe(status);
    const { status, body } = await (await app.session()).get<'getApiKeyUsage'>(`${usage(id)}?hours=3`);
    expect(status).toBe(200);
    expect(body.usage).toEqual({
      key_id: id,
      requests: 5,
      refused: 2,
      hours: [
        { hour: '2026-11-23T08:00:00.000Z', requests: 0, refused: 0 },
        { hour: '2026-11-23T09:00:00.000Z', requests: 2, refused: 0 },
        { hour: '2026-11-23T10:00:00.000Z', requests: 3, refused: 2 },
      ],
    });
  });

  test('counts requests of an API key without a rate limit, and returns zero for an unused key', async () => {
    const { caller, id } = await app.makeKey();
    const admin = await app.session();
    const before = await admin.get<'getApiKeyUsage'>(usage(id));
    expect(before.body.usage).toMatchObject({ requests: 0, refused: 0 });
    expect(before.body.usage.hours).toHaveLength(24);
    await caller.get(list);
    expect((await admin.get<'getApiKeyUsage'>(usage(id))).body.usage.requests).toBe(1);
  });

  test('returns the usage of the last thirty days, and deletes counts older than forty days', async () => {
    const { caller, id } = await app.makeKey();
    await caller.get(list);
    app.clock.advance({ days: 29, hours: 12 });
    expect((await (await app.session()).get<'getApiKeyUsage'>(`${usage(id)}?hours=720`)).body.usage.requests).toBe(1);
    app.clock.advance({ days: 11 });
    const { body } = await app.cron.post<'runDataRetention'>('/api/cron/data-retention');
    expect(body.erased['api_key_usage']).toBeGreaterThanOrEqual(1);
    expect(await app.sql('select from api_key_usage where key_id = $1', [id])).toEqual([]);
  });

  test('adds up the request counts of several server processes', async () => {
    const { id } = await app.makeKey();
    const { tenantId } = app.tenant;
    for (const requests of [2, 3]) {
      app.services.keyUsage.note({ tenantId, keyId: id }, requests, true);
      await app.services.keyUsage.add();
    }
    expect((await (await app.session()).get<'getApiKeyUsage'>(usage(id))).body.usage.requests).toBe(5);
  });
});

describe('404', () => {
  test.each([
    ['of another organization', async () => await (await app.otherTenant()).owner.get(usage((await app.makeKey()).id))],
    ['that does not exist', async () => (await app.session()).get(usage('key_1'))],
  ])('rejects an API key %s', async (_, send) => {
    expectError(await send(), 'API_KEY_NOT_FOUND', { keyId: expect.any(String) });
  });
});

describe('422', () => {
  test.each(['0', '721', '1.5', 'day'])('rejects the query parameter hours=%s', async (hours) => {
    const { id } = await app.makeKey();
    expectInvalid(await (await app.session()).get(`${usage(id)}?hours=${hours}`), 'hours');
  });
});

test('rejects members without the admin role and API keys without the admin scope', async () => {
  const { id, caller } = await app.makeKey({ scopes: ['documents:read'] });
  expectError(await (await app.member('member')).caller.get(usage(id)), 'FORBIDDEN');
  expectError(await caller.get(usage(id)), 'FORBIDDEN', { scope: 'admin' });
});

const { id } = await app.makeKey();
needsCredential(app, { method: 'GET', path: usage(id) });
countsRequests(app, { method: 'GET', path: usage(id) }, ['admin']);
refusesOtherMethods(app, usage(id), ['GET']);
