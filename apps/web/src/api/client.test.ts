import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call, urlOf } from './client.ts';
import { connection } from '@countersign/ui-kit/connection';
import { provideProof } from './step-up.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answer = (status: number, body: string) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(body, { status }))),
  );

test('escapes path parameters and omits absent query parameters', () => {
  expect(urlOf(api.getDocument, { params: { id: 'a/b c' } })).toBe('/api/documents/a%2Fb%20c');
  expect(urlOf(api.listDocuments, { query: { pageSize: '20', search: 'a&b' } })).toBe(
    '/api/documents/paginated?pageSize=20&search=a%26b',
  );
  expect(urlOf(api.listMail, { query: {} })).toBe('/api/mailbox');
});

test("sends a body as JSON with the operation's method, and sends the session cookie only to this site", async () => {
  answer(200, '{"success":true}');
  await call(api.login, { body: { email: 'a@b.example', password: 'p' } });
  expect(fetch).toHaveBeenCalledWith(
    '/api/auth/login',
    expect.objectContaining({
      method: 'POST',
      credentials: 'same-origin',
      body: '{"email":"a@b.example","password":"p"}',
    }),
  );
});

test('converts an error response into an error that the app can explain', async () => {
  answer(404, '{"error":"DOCUMENT_NOT_FOUND","message":"Document not found.","details":{}}');
  await expect(call(api.getDocument, { params: { id: 'x' } })).rejects.toMatchObject({
    status: 404,
    code: 'DOCUMENT_NOT_FOUND',
  });
});

test('reports a missing response as a network failure, and a canceled request as a cancellation', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(api.getSetup, {})).rejects.toMatchObject({ code: 'NETWORK', status: 0 });
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('x', 'AbortError')));
  await expect(call(api.getSetup, {})).rejects.not.toBeInstanceOf(ApiError);
});

test('rejects a successful response that is not JSON, such as a response from a proxy', async () => {
  answer(200, '<html>');
  await expect(call(api.getSetup, {})).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER' });
});

test('shows an overloaded server as busy', async () => {
  const body = { error: 'SERVICE_UNAVAILABLE', message: 'Later.', details: { check: 'load' } };
  answer(503, JSON.stringify(body));
  vi.useFakeTimers();
  await expect(call(api.getSetup, {})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(connection.read()).toBe('busy');
  vi.runAllTimers();
  vi.useRealTimers();
});

const refusal = (code: string) =>
  new Response(JSON.stringify({ error: code, message: 'm', details: {} }), {
    status: code === 'UNAUTHORIZED' ? 401 : 403,
  });
const fine = () => new Response('{"success":true}');

test('asks for a proof of identity once for several operations, and then retries each of them', async () => {
  let proved = false;
  const prove = vi.fn<() => Promise<void>>(async () => {
    await Promise.resolve();
    proved = true;
  });
  const takeBack = provideProof(prove);
  vi.stubGlobal('fetch', () => Promise.resolve(proved ? fine() : refusal('STEP_UP_REQUIRED')));
  await Promise.all([call(api.revokeOtherSessions, {}), call(api.cancelOrganizationDeletion, {})]);
  expect(prove).toHaveBeenCalledTimes(1);
  takeBack();
  proved = false;
  await expect(call(api.revokeOtherSessions, {})).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
});

test('retries only requests that were in progress when the session got a new token', async () => {
  const waiting: ((answer: Response) => void)[] = [];
  const sent = vi.fn<() => Promise<Response>>(() => new Promise((resolve) => waiting.push(resolve)));
  vi.stubGlobal('fetch', sent);
  const read = call(api.getSession, {});
  const proof = call(api.stepUp, { body: { password: 'p' } });
  waiting[0]?.(refusal('UNAUTHORIZED'));
  await Promise.resolve();
  waiting[1]?.(fine());
  await proof;
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(3));
  waiting[2]?.(fine());
  await expect(read).resolves.toEqual({ success: true });
  const later = call(api.getSession, {});
  waiting[3]?.(refusal('UNAUTHORIZED'));
  await expect(later).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('retries a change with the same idempotency key if the response was lost', async () => {
  const keys: (string | undefined)[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn((_url: string, { headers }: { headers: Record<string, string> }) => {
      keys.push(headers['idempotency-key']);
      return keys.length < 3 ? Promise.reject(new TypeError('lost')) : Promise.resolve(new Response('{}'));
    }),
  );
  await call(api.updateDocument, { params: { id: 'doc_1' }, body: { title: 'Lease' } });
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
});

test('reports an unknown outcome for a change without a response, but not for a read', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('lost'))),
  );
  const change = call(api.updateDocument, { params: { id: 'doc_1' }, body: { title: 'Lease' } });
  await expect(change).rejects.toMatchObject({ code: 'NETWORK', isOutcomeUnknown: true });
  await expect(call(api.getDocument, { params: { id: 'doc_1' } })).rejects.toMatchObject({ isOutcomeUnknown: false });
});
