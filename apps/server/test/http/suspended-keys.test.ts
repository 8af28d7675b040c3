/**
 * A required second factor also applies to API keys. No key can turn the requirement off, and keys whose creators have
 * no second factor are suspended after a week (ADR 46).
 */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { join, mailCount } from '../support/people.ts';
import { requireTwoFactor, withApp } from '../support/second-factor.ts';

const app = await startTestApp();
const SETUP = { setup: ['/api/auth/2fa/setup', '/api/auth/passkeys/options'] };
const set = (by: Caller, settings: object) =>
  by.send<'updateOrganization'>('PATCH', '/api/organization', { body: { settings } });
const reads = (by: Caller) => by.get('/api/documents/paginated');
const SECURITY = [
  { require_two_factor: true },
  { sso_requires_mfa: true },
  { password_min_length: 8 },
  { session_idle_minutes: 720 },
];

describe('security settings', () => {
  test.each(SECURITY)('rejects the setting %j for an API key, regardless of its scopes', async (settings) => {
    const { caller } = await app.makeKey();
    const answer = await set(caller, settings);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('API keys cannot change security')]);
  });

  test.each(SECURITY)(
    'rejects the setting %j for an owner without a second factor, and advises the owner to set one up',
    async (settings) => {
      const answer = await set(await app.session(), settings);
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: 'TWO_FACTOR_REQUIRED', details: SETUP });
    },
  );

  test('accepts other settings, and unchanged security settings, from an API key and from an owner without a second factor', async () => {
    const { caller } = await app.makeKey();
    const same = { branding_name: 'Northwind', require_two_factor: false, session_idle_minutes: 30 };
    expect((await set(caller, same)).status).toBe(200);
    expect((await set(await app.session(), same)).status).toBe(200);
  });
});

test('lists the affected API keys when the two-factor requirement is turned on, notifies their owners, and suspends the keys after a week', async () => {
  const admin = await withApp(app, await join(app, { role: 'admin' }));
  const plain = await join(app, { role: 'admin' });
  const ours = await app.makeKey({ by: admin.caller });
  const theirs = await app.makeKey({ by: plain.caller });
  const earlier = await app.sql<{ id: string }>(`select id from api_keys where revoked_at is null and id <> $1`, [
    ours.id,
  ]);
  const answer = await set(admin.caller, { require_two_factor: true });
  expect(answer.status, answer.text).toBe(200);
  const suspended_at = new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString();
  const listed = answer.body.suspendedKeys ?? [];
  expect(listed).toContainEqual({ id: theirs.id, name: 'test', created_by: plain.userId, suspended_at });
  expect(listed.map(({ id }) => id as string).toSorted()).toEqual(earlier.map(({ id }) => id).toSorted());
  expect(await mailCount(app, plain.email, 'api-keys-suspending')).toBe(1);
  expect(await mailCount(app, admin.email, 'api-keys-suspending')).toBe(1);
  expectError(await set(ours.caller, { require_two_factor: false }), 'FORBIDDEN', {
    settings: [
      'password_min_length',
      'session_idle_minutes',
      'require_two_factor',
      'sso_requires_mfa',
      'allowed_networks',
    ],
  });

  const keys = async () => {
    const { apiKeys } = (await ours.caller.get<'listApiKeys'>('/api/settings/api-keys')).body;
    return Object.fromEntries(apiKeys.map(({ id, suspended_at: at }) => [id, at]));
  };
  expect(await keys()).toMatchObject({ [ours.id]: null, [theirs.id]: suspended_at });
  app.clock.advance({ days: 6, hours: 23 });
  expect((await reads(theirs.caller)).status).toBe(200);
  app.clock.advance({ hours: 1, seconds: 1 });
  app.services.runner.wake('timer');
  expectError(await reads(theirs.caller), 'API_KEY_SUSPENDED', { suspended_at });
  expect((await reads(ours.caller)).status).toBe(200);

  // The creator sets up a second factor, and the key works again.
  await app.sql('update users set two_factor_since = $2 where id = $1', [plain.userId, app.clock.now()]);
  expect((await reads(theirs.caller)).status).toBe(200);
  await app.sql('update users set two_factor_since = null where id = $1', [plain.userId]);
  app.clock.advance({ seconds: 2 });
  expectError(await reads(theirs.caller), 'API_KEY_SUSPENDED', { suspended_at });
});

test('ends the suspension of API keys when the two-factor requirement is turned off', async () => {
  await requireTwoFactor(app, false);
  expect((await reads(app.key)).status).toBe(200);
});
