import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join, mailCount } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/device/token';
const device = 'countersign on a laptop';

const start = async () => (await app.anyone.post<'startDeviceSignIn'>('/api/auth/device', { device })).body;
const finish = (device_code: string) => app.anyone.post<'finishDeviceSignIn'>(path, { device_code });
const confirm = (by: typeof app.owner, userCode: string, more: object = {}) =>
  by.post('/api/auth/device/confirm', { userCode, scopes: ['documents:read'], ...more });

describe('202', () => {
  test('returns no API key until the code is confirmed', async () => {
    const { device_code } = await start();
    const { status, body } = await finish(device_code);
    expect([status, body]).toEqual([202, { success: true, apiKey: null }]);
  });
});

describe('200', () => {
  test('creates an API key with the confirmed scopes and expiration', async () => {
    const { device_code, user_code } = await start();
    expect((await confirm(app.owner, user_code, { expiresInDays: 30 })).status).toBe(200);
    const { status, body } = await finish(device_code);
    expect([status, body.apiKey]).toEqual([
      200,
      expect.objectContaining({
        name: device,
        scopes: ['documents:read'],
        created_by: { id: app.tenant.userId, name: 'Grace Hopper' },
        expires_at: new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString(),
      }),
    ]);
    const key = app.anyone.with({ bearer: body.apiKey?.key ?? '' });
    expect((await key.get('/api/documents/paginated')).status).toBe(200);
    expectError(await key.get('/api/settings/api-keys'), 'FORBIDDEN', { scope: 'admin' });
    const listed = await app.owner.get<'listApiKeys'>('/api/settings/api-keys');
    expect(listed.body.apiKeys.map(({ id }) => id)).toContain(body.apiKey?.id);
    await app.owner.send('DELETE', `/api/settings/api-keys?id=${body.apiKey?.id}`);
    expectError(await key.get('/api/documents/paginated'), 'UNAUTHORIZED');
  });

  test('records the person who confirmed the code, and e-mails that person', async () => {
    const { device_code, user_code } = await start();
    const before = await mailCount(app, 'grace@northwind.example', 'api-key-made');
    await confirm(app.owner, user_code);
    const { body } = await finish(device_code);
    const log = await app.owner.get<'listAuditLog'>('/api/audit?pageSize=1');
    expect(log.body.entries[0]).toMatchObject({
      action: 'api-key.created',
      actor: { kind: 'user', id: app.tenant.userId },
      target: { id: body.apiKey?.id },
    });
    expect(await mailCount(app, 'grace@northwind.example', 'api-key-made')).toBe(before + 1);
  });

  test('creates a sandbox key if the person chose the sandbox', async () => {
    const { device_code, user_code } = await start();
    await confirm(app.owner, user_code, { environment: 'sandbox' });
    const key = (await finish(device_code)).body.apiKey?.key ?? '';
    expect(key).toMatch(/^sk_test_/);
    expect((await app.anyone.with({ bearer: key }).get('/sandbox/api/documents/paginated')).status).toBe(200);
  });

  test('replaces an unused API key if the response that contained it was lost', async () => {
    const { device_code, user_code } = await start();
    await confirm(app.owner, user_code);
    const works = async (key = '') => (await app.anyone.with({ bearer: key }).get('/api/documents/paginated')).status;
    const lost = (await finish(device_code)).body.apiKey;
    const kept = (await finish(device_code)).body.apiKey;
    expect([await works(lost?.key), await works(kept?.key)]).toEqual([401, 200]);
    const listed = await app.owner.get<'listApiKeys'>('/api/settings/api-keys');
    const ids = listed.body.apiKeys.map(({ id }) => id);
    expect([ids.includes(lost?.id ?? 'key_'), ids.includes(kept?.id ?? 'key_')]).toEqual([false, true]);
    expectError(await finish(device_code), 'DEVICE_CODE_EXPIRED');
    expect(await works(kept?.key)).toBe(200);
  });

  test('creates one API key for ten concurrent calls', async () => {
    const { device_code, user_code } = await start();
    await confirm(app.owner, user_code);
    const answers = await Promise.all(Array.from({ length: 10 }, () => finish(device_code)));
    const keys = answers.flatMap(({ body }) => body.apiKey ?? []);
    expect(answers.filter(({ status }) => status === 404).length).toBe(10 - keys.length);
    const listed = await app.owner.get<'listApiKeys'>('/api/settings/api-keys');
    const made = new Set(keys.map(({ id }) => id));
    expect([keys.length, listed.body.apiKeys.filter(({ id }) => made.has(id)).length]).toEqual([3, 1]);
  });
});

describe('404', () => {
  test('rejects an unknown device code, a user code and an expired device code', async () => {
    expectError(await finish('nonsense'), 'DEVICE_CODE_EXPIRED');
    const { device_code, user_code } = await start();
    expectError(await finish(user_code), 'DEVICE_CODE_EXPIRED');
    await confirm(app.owner, user_code);
    app.clock.advance({ minutes: 10 });
    expectError(await finish(device_code), 'DEVICE_CODE_EXPIRED');
  });
});

describe('404 after the membership changed', () => {
  test.each([`role = 'member'`, 'deactivated_at = now()'])(
    'creates no API key after the membership change "%s"',
    async (change) => {
      const { caller, userId } = await join(app, { role: 'admin' });
      const { device_code, user_code } = await start();
      expect((await confirm(caller, user_code)).status).toBe(200);
      await app.sql(`update memberships set ${change} where user_id = $1`, [userId]);
      expectError(await finish(device_code), 'DEVICE_CODE_EXPIRED');
      expect(await app.sql('select 1 from api_keys where created_by = $1', [userId])).toEqual([]);
    },
  );
});

describe('403', () => {
  test('creates no API key if the plan no longer includes API keys after the confirmation', async () => {
    const other = await app.otherTenant();
    const { device_code, user_code } = await start();
    await confirm(other.owner, user_code);
    await app.sql(`update organizations set plan = 'free' where id = $1`, [other.organizationId]);
    expectError(await finish(device_code), 'PLAN_REQUIRED', {
      needed: 'medium-team',
      plan: 'free',
      right: 'apiKeys',
    });
  });
});

describe('422', () => {
  test('rejects a request without a device code', async () => {
    expectInvalid(await app.anyone.post(path, {}), 'device_code');
  });
});

refusesOtherMethods(app, path, ['POST']);
