import type { ApiKeyScope, Id, IdKind } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import type { TestApp } from './app.ts';
import { type Answer, type Caller, comparableText, type RequestOptions, versionedPath } from './caller.ts';
import { anonymous, expectError } from './expect-answer.ts';

/** A request that would succeed for the right caller. */
export interface Sample {
  method: string;
  path: string;
  body?: RequestOptions['body'];
  headers?: Readonly<Record<string, string>>;
}

const send = (caller: Caller, { method, path, body, headers }: Sample): Promise<Answer> =>
  caller.send(method, path, { ...(body !== undefined && { body }), ...(headers && { headers }) });

/** Tests the 405 for every method except these, with and without /v1. The `Allow` header must list these methods. */
export function refusesOtherMethods(app: TestApp, path: string, allowed: readonly string[]): void {
  describe('405', () => {
    test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !allowed.includes(method)))(
      'rejects the method %s and lists the allowed methods',
      async (method) => {
        const answer = await app.anyone.both(method, path, method === 'GET' ? {} : { body: {} });
        expectError(answer, 'METHOD_NOT_ALLOWED');
        const taken = answer.headers.get('allow')?.split(', ') ?? [];
        expect(taken.filter((one) => one !== 'HEAD').toSorted()).toEqual(allowed.toSorted());
      },
    );
  });
}

/** Tests the 401 for every missing or invalid credential. */
export function needsCredential(app: TestApp, sample: Sample): void {
  describe('401', () => {
    test('rejects a missing credential, with and without the prefix /v1', async () => {
      const bare = await send(app.anyone, sample);
      const versioned = await send(app.anyone, { ...sample, path: versionedPath(sample.path) });
      expectError(bare, 'UNAUTHORIZED');
      expect(comparableText(versioned)).toBe(comparableText(bare));
    });
    test.each([
      ['an unknown bearer token', 'Bearer no-token-of-any-kind'],
      ['another scheme', 'Basic Z3JhY2U6c2VjcmV0'],
      ['an empty bearer token', 'Bearer '],
      ['an API key that does not exist', `Bearer sk_live_${'0'.repeat(26)}_${'a'.repeat(38)}`],
    ])('rejects %s', async (_, authorization) => {
      expectError(await send(app.anyone, { ...sample, headers: { ...sample.headers, authorization } }), 'UNAUTHORIZED');
    });
    test('rejects an unknown session', async () => {
      expectError(
        await send(app.anyone.with({ cookie: `countersign_session=${'A'.repeat(43)}` }), sample),
        'UNAUTHORIZED',
      );
    });
    test("rejects a signing link, which gives access only to a recipient's document", async () => {
      expectError(await send(app.anyone.with({ bearer: app.strayLink() }), sample), 'UNAUTHORIZED');
    });
  });
}

/** Tests the 403 for an API key, because the operation accepts only sessions. */
export function refusesApiKeys(app: TestApp, sample: Sample): void {
  test('rejects an API key, regardless of its scopes', async () => {
    const { caller } = await app.makeKey({
      scopes: ['documents:read', 'documents:write', 'templates', 'webhooks', 'admin'],
    });
    expectError(await send(caller, sample), 'FORBIDDEN');
  });
}

/** Tests the 403 for an API key without the required scope. */
export function needsScope(app: TestApp, scope: ApiKeyScope, sample: Sample): void {
  describe('403', () => {
    test(`rejects an API key without the scope ${scope}`, async () => {
      const others = (['documents:read', 'documents:write', 'admin'] as const).filter((other) => other !== scope);
      const { caller } = await app.makeKey({ scopes: others });
      expectError(await send(caller, sample), 'FORBIDDEN', { scope });
    });
  });
}

interface Hidden {
  kind: IdKind;
  /** Returns the request for an object with this ID. */
  sample: (id: string) => Sample;
  /** Objects that exist elsewhere: in another organization, or owned by another member. */
  elsewhere: Readonly<Record<string, () => Promise<{ caller: Caller; id: string }>>>;
}

/**
 * Tests the 404 (or the error specific to the operation) for an unknown object. The response must have the same bytes
 * for an object that this caller is not allowed to see.
 */
function hides(app: TestApp, refusal: (answer: Answer, id: string) => void, { kind, sample, elsewhere }: Hidden): void {
  const unknown = newId(kind);
  const body = unknown.slice(4);
  test('rejects an unknown ID', async () => {
    refusal(await send(app.key, sample(unknown)), unknown);
  });
  test.each([
    ['an ID that is too short', `${unknown.slice(0, 3)}_1`],
    ['an ID in upper-case letters', unknown.toUpperCase()],
    ['an ID of another type', `zzz_${body}`],
    ['an ID with a letter that IDs do not use', `${unknown.slice(0, -1)}u`],
    ['a text that is not an ID', 'nothing'],
    ['an ID that is too long', 'doc_'.padEnd(400, 'a')],
  ])('rejects an ID with an invalid format: %s', async (_, id) => {
    const answer = await send(app.key, sample(encodeURIComponent(id)));
    refusal(answer, id);
    expect(anonymous(answer, id)).toEqual(anonymous(await send(app.key, sample(unknown)), unknown));
  });
  test.each(Object.entries(elsewhere))('%s: returns the same bytes as for an unknown ID', async (_, make) => {
    const { caller, id } = await make();
    const answer = await send(caller, sample(id));
    refusal(answer, id);
    expect(anonymous(answer, id)).toEqual(anonymous(await send(caller, sample(unknown)), unknown));
  });
}

/** Tests the 404 for unknown documents, and for documents of another organization or another member. */
export function hidesDocuments(
  app: TestApp,
  sample: (id: string) => Sample,
  make: (by: Caller) => Promise<Id<'document'>> = async (by) => (await app.draft({ by })).id,
  /** Whether documents in the trash must be hidden too. */
  { deleted = true }: { deleted?: boolean } = {},
): void {
  describe('404', () => {
    hides(app, (answer, id) => expectError(answer, 'DOCUMENT_NOT_FOUND', { documentId: id }), {
      kind: 'document',
      sample,
      elsewhere: {
        "another organization's document": async () => ({
          caller: app.key,
          id: await make((await app.otherTenant()).key),
        }),
        "the owner's document, for a member": async () => ({
          caller: (await app.member('member')).caller,
          id: await make(app.key),
        }),
        ...(deleted && {
          'a deleted document': async () => {
            const id = await make(app.key);
            await app.sql('update documents set deleted_at = now() where id = $1', [id]);
            return { caller: app.key, id };
          },
        }),
      },
    });
  });
}

/**
 * Tests that a key with a limit of one request an hour gets a 429 with a retry time for every request after the first.
 */
export function countsRequests(app: TestApp, sample: Sample, scopes?: ApiKeyScope[]): void {
  describe('429', () => {
    test('rejects an API key that has reached its rate limit', async () => {
      const { caller } = await app.makeKey({ rateLimit: 1, ...(scopes && { scopes }) });
      const first = await send(caller, sample);
      expect(first.status).toBeLessThan(400);
      const ends = app.clock.now().getTime() + 3_600_000;
      const reset = Math.ceil(ends / 1000);
      const retryAfterSeconds = reset - app.clock.now().getTime() / 1000;
      expect(rate(first)).toEqual({ limit: 1, remaining: 0, reset });
      const second = await send(caller, sample);
      expectError(second, 'RATE_LIMIT_EXCEEDED', { limit: 1, retryAfterSeconds: Math.ceil(retryAfterSeconds) });
      expect(rate(second)).toEqual({ limit: 1, remaining: 0, reset });
      expect(second.headers.get('retry-after')).toBe(String(Math.ceil(retryAfterSeconds)));
    });
  });
}

/**
 * Requests that pages send automatically are counted separately, so a key that has reached its rate limit can still
 * send them.
 */
export function countsPagesApart(app: TestApp, sample: Sample, scopes?: ApiKeyScope[]): void {
  test('counts requests that pages send automatically in a separate bucket of 20,000 per hour', async () => {
    const { caller } = await app.makeKey({ rateLimit: 1, ...(scopes && { scopes }) });
    for (const remaining of [19_999, 19_998]) {
      const answer = await send(caller, sample);
      expect(answer.status).toBe(200);
      expect(rate(answer)).toMatchObject({ limit: 20_000, remaining });
    }
  });
}

export function rate({ headers }: Answer): { limit: number; remaining: number; reset: number } {
  const read = (name: string): number => Number(headers.get(`x-ratelimit-${name}`));
  return { limit: read('limit'), remaining: read('remaining'), reset: read('reset') };
}
