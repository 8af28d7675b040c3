import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { agreeRequests, listAgreements } from '../../src/features/organizations/agreed-requests.ts';
import type { RateState } from '../../src/platform/limits/limits.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { rate } from '../support/refusals.ts';

/** Each operation's own test covers its 429. This file tests the features that all buckets share. */
const LIMIT = 20;
const app = await startTestApp({ addressLimit: LIMIT });
const HOUR = { hours: 1, seconds: 1 };
const list = '/api/documents/paginated';
const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TYPE = { 'content-type': 'text/plain' };
const remaining = async (caller: Caller): Promise<number> => rate(await caller.get('/api/health')).remaining;

async function spend(times: number, send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < times; i += 1) answers.push(await send());
  return answers;
}

describe('rate limits by IP address', () => {
  test('counts down the remaining requests, rejects further requests with Retry-After, and resets the count after an hour', async () => {
    app.clock.advance(HOUR);
    const answers = await spend(LIMIT, () => app.anyone.get(list));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: LIMIT }, () => 401));
    expect(answers.map((answer) => rate(answer).remaining)).toEqual(
      Array.from({ length: LIMIT }, (_, index) => LIMIT - 1 - index),
    );
    app.clock.advance({ minutes: 45 });
    const refused = await app.anyone.both('GET', list);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60 + 1);
    expect(rate(refused)).toMatchObject({ limit: LIMIT, remaining: 0 });
    app.clock.advance({ minutes: 15, seconds: 1 });
    expectError(await app.anyone.get(list), 'UNAUTHORIZED');
  });

  test("counts an IP address's sign-ins, setup requests and requests without a valid credential in one bucket", async () => {
    app.clock.advance(HOUR);
    expect(await remaining(app.anyone)).toBe(LIMIT);
    const kinds: (() => Promise<Answer>)[] = [
      () => app.anyone.get(list),
      () => app.anyone.with({ bearer: 'sk_live_nonsense' }).get(list),
      () => app.anyone.with({ bearer: 'a-wrong-token' }).get(list),
      () => app.anyone.with({ cookie: `countersign_session=${'A'.repeat(43)}` }).get(list),
      () => app.anyone.post('/api/auth/login', { email: OWNER.email, password: 'wrong password' }),
      () => app.anyone.post('/api/setup', {}),
      () => app.anyone.post('/v1/api/signing/session', { token: 'nonsense' }),
      () => app.anyone.get('/api/files/nonsense'),
    ];
    for (const [index, send] of kinds.entries()) {
      await send();
      expect(await remaining(app.anyone), `after ${index + 1}`).toBe(LIMIT - index - 1);
    }
  });

  test('keeps returning 429 after too many password guesses, even for the correct password', async () => {
    app.clock.advance(HOUR);
    // Many accounts are used, because ten wrong passwords for one account are rejected separately.
    const body = (i: number) => ({ email: `person-${i}@northwind.example`, password: 'not the password' });
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 2 }, (_, i) => app.anyone.post('/api/auth/login', body(i))),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    const { email, password } = OWNER;
    expect((await app.anyone.post('/api/auth/login', { email, password })).status).toBe(429);
  });

  test('accepts X-Forwarded-For only from configured proxies', async () => {
    app.clock.advance(HOUR);
    await app.anyone.get(list, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    await app.anyone.get(list, { headers: { 'x-forwarded-for': '203.0.113.8', forwarded: 'for=203.0.113.8' } });
    expect(await remaining(app.anyone)).toBe(LIMIT - 2);
  });

  test('accepts authenticated requests from an IP address that has reached its limit', async () => {
    app.clock.advance(HOUR);
    await spend(LIMIT + 1, () => app.anyone.get(list));
    expect((await app.key.get(list)).status).toBe(200);
    expect((await (await app.session()).get(list)).status).toBe(200);
    expect((await app.anyone.get('/api/health')).status).toBe(200);
  });
});

test.each(['/api/health', '/api/health/signing', '/api/health/database', '/', '/sign', '/verify'])(
  '%s: does not count the request, and reports the remaining limit of the IP address',
  async (path) => {
    app.clock.advance(HOUR);
    await app.anyone.get(list);
    const before = await app.anyone.get(path);
    expect(rate(before)).toMatchObject({ limit: LIMIT, remaining: LIMIT - 1 });
    expect(rate(await app.anyone.get(path)).remaining).toBe(LIMIT - 1);
  },
);

test.each(['/api/v1/docs', '/api/setup', '/pki/live/root.pem', '/pki/live/issuing.crl', '/pki/live/nothing.pem'])(
  '%s: counts the request in a separate bucket of 10,000 per IP address',
  async (path) => {
    app.clock.advance(HOUR);
    await spend(LIMIT + 1, () => app.anyone.get(list));
    for (const remaining of [9999, 9998])
      expect(rate(await app.anyone.get(path))).toMatchObject({ limit: 10_000, remaining });
  },
);

describe('requests that match no operation', () => {
  const unreached: [string, number, (caller: Caller) => Promise<Answer>][] = [
    ['an unknown path', 404, (caller) => caller.get('/api/nothing')],
    ['a path that cannot be decoded', 404, (caller) => caller.get('/api/documents/%E0%A4%A')],
    ['a path to a missing page file', 404, (caller) => caller.get('/assets/nothing.js')],
    ['a method that the path does not support', 405, (caller) => caller.send('DELETE', list)],
    ['invalid JSON', 422, (caller) => caller.post('/api/auth/login', '{', { headers: JSON_TYPE })],
    ['a body that is too large', 413, (caller) => caller.post('/api/auth/login', { password: 'x'.repeat(3e6) })],
    ['an unsupported content type', 415, (caller) => caller.post('/api/auth/login', 'x', { headers: TEXT_TYPE })],
  ];
  test.each(unreached)(
    'counts a request with %s against the IP address, and returns 429 beyond the limit',
    async (_, status, send) => {
      app.clock.advance(HOUR);
      for (let left = LIMIT - 1; left >= 0; left -= 1) {
        const answer = await send(app.anyone);
        expect(answer.status).toBe(status);
        expect(rate(answer)).toMatchObject({ limit: LIMIT, remaining: left });
      }
      expect((await send(app.anyone)).status).toBe(429);
    },
  );

  test.each(unreached.filter(([name]) => !name.includes('decoded')))(
    '%s: counts a request with an API key against the key',
    async (_, status, send) => {
      app.clock.advance(HOUR);
      const { caller } = await app.makeKey({ rateLimit: 1 });
      const answer = await send(caller);
      expect(answer.status).toBe(status);
      expect(rate(answer)).toMatchObject({ limit: 1, remaining: 0 });
      expect((await send(caller)).status).toBe(429);
      expect(await remaining(app.anyone)).toBe(LIMIT);
    },
  );

  test('reports the rate limit of the IP address in the response to bytes that are not HTTP', async () => {
    app.clock.advance(HOUR);
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname).end('NO HTTP\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(`x-ratelimit-limit: ${LIMIT}\r\n`);
    expect(answer).toMatch(/\r\nratelimit: "address";r=\d+;t=\d+\r\n/);
  });
});

test('counts requests that the firewall blocks in a separate bucket per IP address or IPv6 network', async () => {
  const { limits } = app;
  for (let i = 0; i < 100; i += 1) await limits.countBlocked('198.51.100.7');
  await expect(limits.countBlocked('198.51.100.7')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await limits.countBlocked('198.51.100.8');
  await limits.countBlocked('2001:db8:0:1::1');
  let state: RateState | undefined;
  await limits.countBlocked('2001:db8:0:1:ffff::9', (counted) => (state = counted));
  expect(state, 'two addresses in one network share a limit').toMatchObject({ policy: 'blocked', remaining: 98 });
});

describe('rate limits by credential', () => {
  test("reports the API key's limit in every response, including rejections for other reasons", async () => {
    const { caller } = await app.makeKey({ rateLimit: 5 });
    expect(rate(await caller.get(list))).toMatchObject({ limit: 5, remaining: 4 });
    expectInvalid(await caller.get(`${list}?page=x`), 'page');
    expect((await caller.get('/api/mailbox')).status).toBe(403);
    const missing = await caller.get('/api/documents/doc_1');
    expect(missing.status).toBe(404);
    expect(rate(missing)).toMatchObject({ limit: 5 });
  });

  test('counts two API keys in separate buckets', async () => {
    const [one, two] = [await app.makeKey({ rateLimit: 1 }), await app.makeKey({ rateLimit: 1 })];
    await one.caller.get(list);
    expect((await one.caller.get(list)).status).toBe(429);
    expect((await two.caller.get(list)).status).toBe(200);
  });

  test('counts requests with and without /v1 in the same bucket', async () => {
    const { caller } = await app.makeKey({ rateLimit: 2 });
    await caller.get(list);
    await caller.get(`/v1${list}`);
    expect((await caller.get(list)).status).toBe(429);
    expect((await caller.get(`/v1${list}`)).status).toBe(429);
  });

  test('sets no rate limit for sessions on the enterprise plan', async () => {
    expect(rate(await (await app.session()).get(list))).toMatchObject({
      limit: 2_147_483_647,
      remaining: 2_147_483_647,
    });
  });

  test.each([
    ['free', 1000],
    ['medium-team', 1000],
    ['large-team', 5000],
  ])("limits each user's sessions on the %s plan to %i requests an hour", async (plan, limit) => {
    const other = await app.otherTenant();
    await app.sql('update organizations set plan = $2 where id = $1', [other.organizationId, plan]);
    // Credentials are cached for one second.
    app.clock.advance({ seconds: 2 });
    expect(rate(await other.owner.get(list))).toMatchObject({ limit });
  });

  test("applies an enterprise organization's agreed limit to its users and unlimited API keys, and ignores the limit on other plans", async () => {
    const other = await app.otherTenant();
    const { uow } = app.services;
    const limits = async () => {
      // Credentials are cached for one second.
      app.clock.advance({ seconds: 2 });
      return [rate(await other.owner.get(list)).limit, rate(await other.key.get(list)).limit];
    };
    await agreeRequests(uow, other.organizationId, 700);
    expect(await limits()).toEqual([700, 700]);
    await app.sql("update organizations set plan = 'large-team' where id = $1", [other.organizationId]);
    expect(await limits()).toEqual([5000, 5000]);
    await app.sql("update organizations set plan = 'enterprise' where id = $1", [other.organizationId]);
    expect(await agreeRequests(uow, other.organizationId, null)).toMatchObject({ requestsPerHour: null });
    expect(await limits()).toEqual([2_147_483_647, 2_147_483_647]);
    expect((await listAgreements(uow)).map(({ id }) => id)).toContain(other.organizationId);
    await app.sql("update organizations set plan = 'large-team' where id = $1", [other.organizationId]);
    await expect(agreeRequests(uow, other.organizationId, 1)).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
    await expect(agreeRequests(uow, 'org_none', 1)).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' });
  });

  test('counts all sessions of a user in one bucket, even after another sign-in', async () => {
    await app.sql("update organizations set plan = 'free' where id = $1", [app.tenant.organizationId]);
    try {
      app.clock.advance(HOUR);
      const [one, two] = [await app.session(), await app.session()];
      for (let i = 0; i < 25; i += 1)
        await Promise.all(Array.from({ length: 40 }, () => one.send('GET', '/api/mailbox/x')));
      expectError(await one.get('/api/auth/session'), 'RATE_LIMIT_EXCEEDED', {
        limit: 1000,
        retryAfterSeconds: expect.any(Number),
      });
      expect((await two.get('/api/auth/session')).status).toBe(429);
      expect(
        (await (await app.member('admin')).caller.get(list)).status,
        'the limit does not apply to another user',
      ).toBe(200);
    } finally {
      await app.sql("update organizations set plan = 'enterprise' where id = $1", [app.tenant.organizationId]);
    }
  });
});
