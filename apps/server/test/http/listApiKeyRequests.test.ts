import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string) => `/api/settings/api-keys/${id}/requests`;
const read = async (id: string, query = '') => {
  const { status, body } = await (await app.session()).get<'listApiKeyRequests'>(`${pathOf(id)}${query}`);
  expect(status).toBe(200);
  return body;
};

describe('200', () => {
  test('returns requests newest first, with route patterns instead of paths that contain IDs', async () => {
    const { caller, id } = await app.makeKey();
    const found = await caller.get('/api/documents/paginated?search=secret');
    app.clock.advance({ seconds: 1 });
    const missing = await caller.get('/api/documents/doc_0123456789abcdefghjkmnpqrs');
    const { requests, pagination } = await read(id);
    expect(requests).toMatchObject([
      {
        method: 'GET',
        route: '/api/documents/:id',
        status: 404,
        request_id: missing.headers.get('x-request-id'),
      },
      { method: 'GET', route: '/api/documents/paginated', status: 200, request_id: found.headers.get('x-request-id') },
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/secret|doc_0123/);
    expect(pagination).toEqual({ hasMore: false, nextCursor: null });
  });

  test('returns only the requests of the given API key, and an empty list for an unused key', async () => {
    const [used, unused] = [await app.makeKey(), await app.makeKey()];
    await used.caller.get('/api/documents/paginated');
    expect((await read(used.id)).requests).toHaveLength(1);
    expect((await read(unused.id)).requests).toEqual([]);
  });

  test('filters API requests by outcome and by request ID', async () => {
    const { caller, id } = await app.makeKey();
    await caller.get('/api/documents/paginated');
    const missing = await caller.get('/api/documents/doc_0123456789abcdefghjkmnpqrs');
    expect((await read(id, '?status=error')).requests.map(({ status }) => status)).toEqual([404]);
    expect((await read(id, '?status=success')).requests.map(({ status }) => status)).toEqual([200]);
    const named = await read(id, `?requestId=${missing.headers.get('x-request-id')}`);
    expect(named.requests.map(({ status }) => status)).toEqual([404]);
  });

  test('pages API requests by cursor', async () => {
    const { caller, id } = await app.makeKey();
    for (let count = 0; count < 3; count += 1) await caller.get('/api/documents/paginated');
    const first = await read(id, '?pageSize=2');
    expect(first.pagination.hasMore).toBe(true);
    const second = await read(id, `?pageSize=2&cursor=${first.pagination.nextCursor}`);
    expect(second.pagination.hasMore).toBe(false);
    const ids = [...first.requests, ...second.requests].map((request) => request.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids.toSorted().reverse()).toEqual(ids);
  });

  test('records at most 50 requests per API key per second', async () => {
    const { id } = await app.makeKey();
    const { tenantId } = app.tenant;
    for (let count = 0; count < 60; count += 1)
      app.services.requestLog.note({
        tenantId,
        keyId: id,
        method: 'GET',
        route: '/api/documents/paginated',
        status: 200,
        milliseconds: 3,
        requestId: `req_${count}`,
      });
    expect((await read(id, '?pageSize=200')).requests).toHaveLength(50);
  });

  test('deletes recorded requests after seven days', async () => {
    const { caller, id } = await app.makeKey();
    await caller.get('/api/documents/paginated');
    await read(id);
    app.clock.advance({ days: 8 });
    const { body } = await app.cron.post<'runDataRetention'>('/api/cron/data-retention');
    expect(body.erased['api_requests']).toBeGreaterThanOrEqual(1);
    expect(await app.sql('select from api_requests where key_id = $1', [id])).toEqual([]);
  });
});

test.each([
  ['of another organization', async () => await (await app.otherTenant()).owner.get(pathOf((await app.makeKey()).id))],
  ['that does not exist', async () => (await app.session()).get(pathOf('key_1'))],
])('rejects an API key %s with 404', async (_, send) => {
  expectError(await send(), 'API_KEY_NOT_FOUND', { keyId: expect.any(String) });
});

test.each([
  ['status', 'maybe'],
  ['pageSize', '201'],
  ['requestId', 'a b'],
])('rejects the query parameter %s=%s with 422', async (name, value) => {
  const { id } = await app.makeKey();
  expectInvalid(await (await app.session()).get(`${pathOf(id)}?${name}=${encodeURIComponent(value)}`), name);
});

test('rejects members without the admin role and API keys without the admin scope', async () => {
  const { id, caller } = await app.makeKey({ scopes: ['documents:read'] });
  expectError(await (await app.member('member')).caller.get(pathOf(id)), 'FORBIDDEN');
  expectError(await caller.get(pathOf(id)), 'FORBIDDEN', { scope: 'admin' });
});

const { id } = await app.makeKey();
needsCredential(app, { method: 'GET', path: pathOf(id) });
countsRequests(app, { method: 'GET', path: pathOf(id) }, ['admin']);
refusesOtherMethods(app, pathOf(id), ['GET']);
