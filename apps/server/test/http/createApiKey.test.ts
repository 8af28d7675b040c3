import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join, mailCount } from '../support/people.ts';
import { needsCredential, refusesApiKeys } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/settings/api-keys';
const list = '/api/documents/paginated';

describe('201', () => {
  test.each([path, `/v1${path}`])('%s: returns the API key and shows its value only once', async (at) => {
    const { status, body } = await app.owner.post<'createApiKey'>(at, { name: ' Billing ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      apiKey: {
        id: expect.stringMatching(/^key_[0-9a-hjkmnp-tv-z]{26}$/),
        name: 'Billing',
        created_at: app.clock.now().toISOString(),
        last_used_at: null,
        expires_at: null,
        display: expect.stringMatching(/^sk_live_….{4}$/),
        scopes: ['documents:read', 'documents:write', 'templates', 'webhooks', 'admin'],
        rate_limit: 1000,
        created_by: { id: app.tenant.userId, name: 'Grace Hopper' },
        rotated_at: null,
        previous_value_until: null,
        suspended_at: null,
        key: expect.stringMatching(new RegExp(`^sk_live_${app.tenant.tenantId.slice(4)}_[0-9A-Za-z]{38}$`)),
      },
    });
    const answer = await app.anyone.with({ bearer: body.apiKey.key }).get(list);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1000');
  });

  test('accepts null for an API key without an expiration', async () => {
    const { body } = await app.owner.post<'createApiKey'>(path, { name: 'null', expiresInDays: null });
    expect(body.apiKey.expires_at).toBeNull();
  });

  test('removes duplicate scopes from an API key', async () => {
    const { body } = await app.owner.post<'createApiKey'>(path, {
      name: 'twice',
      scopes: ['admin', 'documents:read', 'admin'],
    });
    expect(body.apiKey.scopes).toEqual(['admin', 'documents:read']);
  });

  test('e-mails the creator of an API key without including the value, and sends no e-mail for a sandbox key', async () => {
    const maker = await join(app, { role: 'admin' });
    const { body } = await maker.caller.post<'createApiKey'>(path, { name: 'Nightly export' });
    const { subject, text } = await app.mail(maker.email, 'api-key-made');
    expect(subject).toBe('An API key was created');
    expect(text).toContain(`Nightly export, ${body.apiKey.display}`);
    expect(text).not.toContain(body.apiKey.key);
    await maker.caller.post(`/sandbox${path}`, { name: 'Tries' });
    expect(await mailCount(app, maker.email, 'api-key-made')).toBe(1);
  });

  test("stores only a hash of the API key's value", async () => {
    const { key } = await app.makeKey();
    const rows = await app.sql<{ row: string }>('select api_keys::text as row from api_keys');
    expect(rows.filter(({ row }) => row.includes(key.slice(-38, -6)))).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('reports 2147483647 as the rate limit of an API key without a limit', async () => {
    expect((await app.key.get(list)).headers.get('x-ratelimit-limit')).toBe('2147483647');
  });
});

describe('API key as a credential', () => {
  test('accepts an API key until it expires, to the millisecond', async () => {
    const { caller } = await app.makeKey({ expiresInDays: 1 });
    app.clock.advance({ days: 1, ms: -1 });
    expect((await caller.get(list)).status).toBe(200);
    app.clock.advance({ ms: 1 });
    expectError(await caller.get(list), 'UNAUTHORIZED');
  });

  test('rejects a mistyped API key without a database query', async () => {
    const { key } = await app.makeKey();
    const { database } = app.services;
    const queryAll = database.queryAll.bind(database);
    let queries = 0;
    database.queryAll = (context, statements) => {
      // Only key look-ups are counted. E-mails and scheduled work can query the database at any time, but only the
      // request looks up a key.
      if (statements.some(({ name }) => name === 'api-key-by-hash')) queries += 1;
      return queryAll(context, statements);
    };
    try {
      for (const at of [20, 40, key.length - 1]) {
        const mistyped = `${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`;
        expectError(await app.anyone.with({ bearer: mistyped }).get(list), 'UNAUTHORIZED');
      }
      expect(queries).toBe(0);
      expect((await app.anyone.with({ bearer: key }).get(list)).status).toBe(200);
      expect(queries).toBeGreaterThan(0);
    } finally {
      database.queryAll = queryAll;
    }
  });

  test("limits an API key to its creator's role, and revokes the key when the creator's membership ends", async () => {
    const { caller: maker, userId } = await app.member('admin');
    const { caller } = await app.makeKey({ by: maker });
    const { id } = await app.draft();
    expect((await caller.get(`/api/documents/${id}`)).status).toBe(200);
    await app.sql("update memberships set role = 'member' where user_id = $1", [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.get(`/api/documents/${id}`), 'DOCUMENT_NOT_FOUND', { documentId: id });
    await app.sql('delete from memberships where user_id = $1', [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.get(`/api/documents/${id}`), 'UNAUTHORIZED');
  });

  test('accepts an API key only in the environment it was created for', async () => {
    const { key, id } = await app.makeKey();
    const { checksum, hashToken } = await import('../../src/platform/crypto/tokens.ts');
    const body = key
      .slice(0, -6)
      .replace('sk_live_', 'sk_test_')
      .replace(app.tenant.tenantId.slice(4), app.tenant.sandboxId.slice(4));
    const sandboxKey = app.secret(body + checksum(body));
    expectError(await app.anyone.with({ bearer: sandboxKey }).get(list), 'UNAUTHORIZED');
    await app.sql('update api_keys set tenant_id = $1, hash = $2 where id = $3', [
      app.tenant.sandboxId,
      hashToken(sandboxKey),
      id,
    ]);
    expectError(await app.anyone.with({ bearer: sandboxKey }).both('GET', list), 'WRONG_ENVIRONMENT');
  });
});

needsCredential(app, { method: 'POST', path, body: { name: 'x' } });

describe('403', () => {
  refusesApiKeys(app, { method: 'POST', path, body: { name: 'x' } });
  test('rejects a member without the admin role', async () => {
    expectError(await (await app.member('member')).caller.both('POST', path, { body: { name: 'x' } }), 'FORBIDDEN');
  });
  test('rejects a request from another site', async () => {
    const session = await app.session();
    expectError(
      await session.post(path, { name: 'x' }, { headers: { 'sec-fetch-site': 'cross-site' } }),
      'CROSS_SITE_REQUEST',
    );
  });
});

describe('415', () => {
  test('rejects an HTML form', async () => {
    const session = await app.session();
    expectError(
      await session.post(path, 'name=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });
});

describe('422', () => {
  test.each([
    ['a missing name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['a name with a lone surrogate', { name: 'key \udc00' }, 'name'],
    ['a fraction of a day', { name: 'x', expiresInDays: 1.5 }, 'expiresInDays'],
    ['an expiration of zero days', { name: 'x', expiresInDays: 0 }, 'expiresInDays'],
    ['an expiration of more than 3,650 days', { name: 'x', expiresInDays: 3651 }, 'expiresInDays'],
    ['an expiration given as text', { name: 'x', expiresInDays: '30' }, 'expiresInDays'],
    ['an empty list of scopes', { name: 'x', scopes: [] }, 'scopes'],
    ['an unknown scope', { name: 'x', scopes: ['documents:read', 'billing'] }, 'scopes[1]'],
    ['a rate limit of 0', { name: 'x', rateLimit: 0 }, 'rateLimit'],
    ['an unknown property', { name: 'x', role: 'owner' }, 'role'],
  ])('rejects an invalid API key request: %s', async (_, body, field) => {
    const session = await app.session();
    const before = await app.sql('select count(*) from api_keys');
    expectInvalid(await session.both('POST', path, { body }), field);
    expect(await app.sql('select count(*) from api_keys')).toEqual(before);
  });
});

describe('plans', () => {
  const onPlan = async (plan: string) => {
    const other = await app.otherTenant();
    await app.sql('update organizations set plan = $2 where tenant_id = $1', [other.tenantId, plan]);
    app.services.memory.forget('credentials');
    return other;
  };

  test.each(['free', 'small-team'])('rejects new and existing API keys on the %s plan', async (plan) => {
    const { owner, key } = await onPlan(plan);
    expect((await owner.post(path, { name: 'x' })).body).toMatchObject({ error: 'PLAN_REQUIRED', details: { plan } });
    expectError(await key.get(list), 'PLAN_REQUIRED', { plan, needed: 'medium-team', right: 'apiKeys' });
  });

  test.each([
    ['medium-team', 1000],
    ['large-team', 5000],
  ])('%s: limits an API key to %i requests per hour', async (plan, most) => {
    const { owner } = await onPlan(plan);
    const refused = await owner.post(path, { name: 'x', rateLimit: most + 1 });
    expect(expectInvalid(refused, 'rateLimit').message).toContain(String(most));
    const { body } = await owner.post<'createApiKey'>(path, { name: 'x', rateLimit: 'unlimited' });
    expect(body.apiKey.rate_limit).toBe(most);
  });

  test('applies the limit of a smaller plan to an API key created on a larger plan', async () => {
    const { key } = await onPlan('medium-team');
    expect((await key.get(list)).headers.get('x-ratelimit-limit')).toBe('1000');
  });
});
