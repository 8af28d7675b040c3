import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join, mailCount } from '../support/people.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = (id: string): string => `/api/settings/api-keys/${id}/rotate`;
const list = '/api/documents/paginated';

describe('200', () => {
  test.each(['', '/v1'])(
    'returns a new API key value, and accepts the old value for another day (path prefix "%s")',
    async (prefix) => {
      const { caller, id, key } = await app.makeKey({ scopes: ['documents:read'], rateLimit: 7 });
      const owner = await app.session();
      const { status, body } = await owner.post<'rotateApiKey'>(prefix + path(id), {});
      expect(status).toBe(200);
      expect(body.apiKey).toMatchObject({
        id,
        scopes: ['documents:read'],
        rate_limit: 7,
        rotated_at: app.clock.now().toISOString(),
        previous_value_until: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
        display: `sk_live_…${body.apiKey.key.slice(-4)}`,
      });
      expect(body.apiKey.key).not.toBe(key);
      const fresh = app.anyone.with({ bearer: body.apiKey.key });
      expect([(await fresh.get(list)).status, (await caller.get(list)).status]).toEqual([200, 200]);
      app.clock.advance({ hours: 23, minutes: 59 });
      expect((await caller.get(list)).status).toBe(200);
      app.clock.advance({ minutes: 1 });
      expectError(await caller.get(list), 'UNAUTHORIZED');
      expect((await fresh.get(list)).status).toBe(200);
    },
  );

  test('e-mails the person who rotated an API key, and e-mails nobody when a key rotates itself', async () => {
    const maker = await join(app, { role: 'admin' });
    const told = () => mailCount(app, maker.email, 'api-key-made');
    const { caller, id } = await app.makeKey({ by: maker.caller, scopes: ['admin'] });
    expect(await told()).toBe(1);
    expect((await caller.post(path(id), {})).status).toBe(200);
    expect(await told()).toBe(1);
    expect((await maker.caller.post(path(id), {})).status).toBe(200);
    expect(await told()).toBe(2);
  });

  test('invalidates the old value of an API key immediately if there is no grace period', async () => {
    const { caller, id } = await app.makeKey();
    expect((await caller.get(list)).status).toBe(200);
    await (await app.session()).post(path(id), { graceHours: 0 });
    expectError(await caller.get(list), 'UNAUTHORIZED');
  });

  test('accepts only the two latest values of an API key after two rotations', async () => {
    const { caller, id } = await app.makeKey();
    const owner = await app.session();
    await owner.post(path(id), {});
    await owner.post(path(id), {});
    expectError(await caller.get(list), 'UNAUTHORIZED');
  });

  test('ends the grace period no later than the expiration of the API key', async () => {
    const { caller, id } = await app.makeKey({ expiresInDays: 1 });
    await (await app.session()).post(path(id), { graceHours: 168 });
    app.clock.advance({ days: 1 });
    expectError(await caller.get(list), 'UNAUTHORIZED');
  });

  test('lets an API key with any scope rotate itself, but not other keys', async () => {
    const [one, other] = [await app.makeKey({ scopes: ['admin'] }), await app.makeKey()];
    expect((await one.caller.post(path(one.id), {})).status).toBe(200);
    expectError(await one.caller.post(path(other.id), {}), 'FORBIDDEN');
    expect((await other.caller.post(path(other.id), {})).status).toBe(200);
  });

  test('records the rotation of an API key in the audit log', async () => {
    const { id } = await app.makeKey();
    await (await app.session()).post(path(id), {});
    const entries = await app.sql<{ bytes: Buffer }>('select bytes from audit_entries');
    expect(entries.filter(({ bytes }) => bytes.includes('api-key.rotated') && bytes.includes(id))).toHaveLength(1);
  });
});

needsCredential(app, { method: 'POST', path: path(newId('apiKey')), body: {} });

test('returns 403 to a member without the admin role', async () => {
  const { id } = await app.makeKey();
  expectError(await (await app.member('member')).caller.post(path(id), {}), 'FORBIDDEN');
});

test('returns 403 to an organization whose plan has no API keys', async () => {
  const other = await app.otherTenant();
  const { body } = await other.owner.get<'listApiKeys'>('/api/settings/api-keys');
  await app.sql(`update organizations set plan = 'small-team' where tenant_id = $1`, [other.tenantId]);
  const id = body.apiKeys[0]?.id ?? '';
  expect((await other.owner.post(path(id), {})).body).toMatchObject({ error: 'PLAN_REQUIRED' });
});

test("returns the same 404 for an unknown API key, an invalid ID and another organization's API key", async () => {
  const other = await app.otherTenant();
  const { body } = await other.owner.get<'listApiKeys'>('/api/settings/api-keys');
  const owner = await app.session();
  for (const keyId of [newId('apiKey'), 'key_1', body.apiKeys[0]?.id ?? ''])
    expectError(await owner.post(path(keyId), {}), 'API_KEY_NOT_FOUND', { keyId });
});

test.each([-1, 169, 'a day'])('rejects graceHours %j with 422', async (graceHours) => {
  const { id } = await app.makeKey();
  expectInvalid(await (await app.session()).post(path(id), { graceHours }), 'graceHours');
});

refusesOtherMethods(app, path(newId('apiKey')), ['POST']);
