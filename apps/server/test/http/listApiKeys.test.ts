import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

describe('200', () => {
  test('returns API keys in the documented form, newest first, without their values', async () => {
    app.clock.advance({ seconds: 1 });
    const made = await app.makeKey({ expiresInDays: 30, scopes: ['documents:read'], rateLimit: 50 });
    const { status, body, text } = await app.owner.both<'listApiKeys'>('GET', '/api/settings/api-keys');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['apiKeys', 'pagination']);
    expect(body.apiKeys[0]).toEqual({
      suspended_at: null,
      id: made.id,
      name: 'test',
      created_at: app.clock.now().toISOString(),
      last_used_at: null,
      expires_at: new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString(),
      display: `sk_live_…${made.key.slice(-4)}`,
      scopes: ['documents:read'],
      rate_limit: 50,
      created_by: { id: app.tenant.userId, name: 'Grace Hopper' },
      rotated_at: null,
      previous_value_until: null,
    });
    expect(body.apiKeys[1]).toMatchObject({ expires_at: null, rate_limit: null });
    expect(text).not.toContain(made.key);
    expect(text).not.toContain(made.key.slice(-38, -6));
  });

  test('returns the time when an API key was last used', async () => {
    const { caller, id } = await app.makeKey();
    app.clock.advance({ minutes: 5 });
    await caller.get('/api/documents/paginated');
    const { body } = await (await app.session()).get<'listApiKeys'>('/api/settings/api-keys');
    expect(body.apiKeys.find((key) => key.id === id)?.last_used_at).toBe(app.clock.now().toISOString());
  });

  test('excludes API keys of other organizations', async () => {
    const other = await app.otherTenant();
    const { body } = await other.owner.get<'listApiKeys'>('/api/settings/api-keys');
    expect(body.apiKeys).toHaveLength(1);
    const own = await (await app.session()).get<'listApiKeys'>('/api/settings/api-keys');
    expect(own.body.apiKeys.map(({ id }) => id)).not.toContain(body.apiKeys[0]?.id);
  });

  test('lets an API key with the admin scope list API keys, but not create them', async () => {
    const { caller } = await app.makeKey({ scopes: ['admin'] });
    expect((await caller.get('/api/settings/api-keys')).status).toBe(200);
    expectError(await caller.post('/api/settings/api-keys', { name: 'child' }), 'FORBIDDEN');
  });

  test('accepts a member with the admin role', async () => {
    expect((await (await app.member('admin')).caller.get('/api/settings/api-keys')).status).toBe(200);
  });
});

needsCredential(app, { method: 'GET', path: '/api/settings/api-keys' });

describe('403', () => {
  test('rejects a member without the admin role', async () => {
    expectError(await (await app.member('member')).caller.both('GET', '/api/settings/api-keys'), 'FORBIDDEN');
  });
  test('rejects an API key without the admin scope', async () => {
    const { caller } = await app.makeKey({ scopes: ['documents:read', 'documents:write', 'templates', 'webhooks'] });
    expectError(await caller.get('/api/settings/api-keys'), 'FORBIDDEN', { scope: 'admin' });
  });
});

refusesOtherMethods(app, '/api/settings/api-keys', ['GET', 'POST', 'DELETE']);
