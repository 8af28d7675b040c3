import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { ApiError, type AnswerOf, type ClientOptions, createClient, isCode, pages } from './index.ts';
import {
  createWebhook,
  deleteWebhook,
  downloadDocument,
  getDocument,
  getHealth,
  getSigningPdf,
  getSession,
  listDocuments,
  listWebhookDeliveries,
  login,
  revokeSession,
  uploadDocument,
} from './operations.ts';

type Sent = { url: string; init: RequestInit; headers: Headers };

/**
 * Creates a client whose requests are answered by `reply`. Returns the client and a list of the requests that it has
 * sent.
 */
function clientWith(reply: (sent: Sent, number: number) => Response | Promise<Response>, options: ClientOptions = {}) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'https://sign.example',
    ...options,
    fetch: async (url, init) => {
      const request = { url, init, headers: new Headers(init.headers) };
      sent.push(request);
      return reply(request, sent.length);
    },
  });
  return { client, sent };
}
const fine = () => Response.json({ success: true });
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: code, message: 'Why.', details: { left: 1 } }, { status, headers });
const id = 'doc_1';

describe('request URLs', () => {
  const { client } = clientWith(fine);

  test('escapes path parameters and omits absent query parameters', () => {
    expect(client.url(getDocument, { params: { id: 'a/b c' } })).toBe('https://sign.example/api/documents/a%2Fb%20c');
    expect(client.url(listDocuments, { query: { search: 'a&b', status: undefined, metadata: { case: '4 2' } } })).toBe(
      'https://sign.example/api/documents/paginated?search=a%26b&metadata%5Bcase%5D=4+2',
    );
  });

  test('rejects an empty path parameter, which would call another operation', async () => {
    expect(() => client.url(revokeSession, { params: { sessionId: '' } })).toThrow('"sessionId" is missing');
    await expect(client.call(revokeSession, { params: { sessionId: '' } })).rejects.toThrow(TypeError);
  });

  test('adds the sandbox and version prefixes only if the operation supports them', () => {
    const sandbox = createClient({ sandbox: true, version: 'v1' });
    expect(sandbox.url(getDocument, { params: { id } })).toBe('/sandbox/v1/api/documents/doc_1');
    expect(sandbox.url(getSession, {})).toBe('/v1/api/auth/session');
  });
});

describe('requests and responses', () => {
  test('sends JSON with the current credential and a custom header', async () => {
    let key = 'one';
    const { client, sent } = clientWith(fine, { headers: () => ({ authorization: `Bearer ${key}` }) });
    await client.call(login, { body: { email: 'a@b.example', password: 'p' } });
    key = 'two';
    await client.call(getSession, {}, { headers: { 'x-organization-id': 'org_1' } });
    expect(sent[0]).toMatchObject({ url: 'https://sign.example/api/auth/login', init: { method: 'POST' } });
    expect(sent[0]?.init.body).toBe('{"email":"a@b.example","password":"p"}');
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer one', 'Bearer two']);
    expect(sent[1]?.headers.get('x-organization-id')).toBe('org_1');
    expect(sent[1]?.init.body).toBeUndefined();
  });

  test('lets fetch set the Content-Type of a form, because that header contains the boundary', async () => {
    const { client, sent } = clientWith(() => Response.json({ document: { id } }));
    await client.call(uploadDocument, { body: new FormData() });
    expect(sent[0]?.headers.has('content-type')).toBe(false);
  });

  test('returns a downloaded file as a Blob', async () => {
    const { client } = clientWith(() => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }));
    const file = await client.file(getSigningPdf, { params: { signerId: 'sgn_1' } });
    expect([file.type, await file.text()]).toEqual(['application/pdf', '%PDF']);
  });

  test('infers the types of inputs and responses from the contract', () => {
    const { client } = clientWith(fine);
    expectTypeOf<AnswerOf<'getDocument'>['document']['status']>().toExtend<string>();
    void ((): void => {
      // @ts-expect-error -- the path parameter is required
      void client.call(getDocument, {});
      // @ts-expect-error -- an unknown member of the query
      void client.call(listDocuments, { query: { color: 'red' } });
      // @ts-expect-error -- the response is a file
      void client.call(getSigningPdf, { params: { signerId: 'sgn_1' } });
      // @ts-expect-error -- not a list
      pages(client, getDocument, { params: { id } });
    });
  });
});

describe('errors of the API', () => {
  test('returns the code, the details, the request ID and Retry-After of an error', async () => {
    const body = { error: 'RATE_LIMIT_EXCEEDED', message: 'Wait.', details: { a: 1 }, documentationUrl: 'https://d' };
    const { client } = clientWith(
      () => Response.json(body, { status: 429, headers: { 'x-request-id': 'req_1', 'retry-after': '3000' } }),
      { retries: { times: 0 } },
    );
    const error = await client.call(getHealth, {}).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Wait.',
      details: { a: 1 },
      requestId: 'req_1',
      retryAfter: 3000,
      documentationUrl: 'https://d',
    });
    expect(isCode(error, 'RATE_LIMIT_EXCEEDED')).toBe(true);
  });

  test('returns the field and the reason for a 422 and keeps every error', async () => {
    const errors = [
      { field: 'url', message: 'must be https', code: 'invalid_url' },
      { field: 'events', message: 'must not be empty', code: 'required' },
    ];
    const body = {
      error: { code: 'validation_error', message: 'url: must be https', field: 'url', status: 422, errors },
    };
    const { client } = clientWith(() => Response.json(body, { status: 422 }));
    await expect(client.call(createWebhook, { body: { url: 'x', events: [] } })).rejects.toMatchObject({
      code: 'validation_error',
      field: 'url',
      reason: 'invalid_url',
      faults: errors,
    });
  });

  test("does not accept a proxy's page as a response", async () => {
    const { client } = clientWith(({ url }) => new Response('<html>', { status: url.endsWith('health') ? 200 : 413 }));
    await expect(client.call(getHealth, {})).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER', status: 200 });
    await expect(client.call(getSession, {})).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER', status: 413 });
  });

  test('reports a lost connection, even if the connection is lost in the middle of a body', async () => {
    const silences = vi.fn<() => void>();
    const options = { onSilence: silences, retries: { times: 0 } };
    const { client } = clientWith(() => Promise.reject(new TypeError('Failed to fetch')), options);
    await expect(client.call(getHealth, {})).rejects.toMatchObject({ code: 'NETWORK', status: 0 });
    const torn = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) });
    const { client: second } = clientWith(() => new Response(torn), options);
    await expect(second.call(getHealth, {})).rejects.toMatchObject({ code: 'NETWORK' });
    expect(silences).toHaveBeenCalledTimes(2);
  });
});

describe('timeouts and retries', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const never = ({ init: { signal } }: Sent): Promise<Response> =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

  test('ends an attempt after the timeout and reports how long it waited', async () => {
    const { client } = clientWith(never, { timeoutMs: 5000, retries: { times: 0 } });
    const call = expect(client.call(getHealth, {})).rejects.toMatchObject({ code: 'TIMEOUT', message: /5 seconds/ });
    await vi.advanceTimersByTimeAsync(5000);
    await call;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('applies the timeout until the body has been read', async () => {
    const stalled = ({ init: { signal } }: Sent) =>
      new Response(
        new ReadableStream({ start: (body) => signal?.addEventListener('abort', () => body.error(signal.reason)) }),
      );
    const { client } = clientWith(stalled, { timeoutMs: 5000, retries: { times: 0 } });
    const call = expect(client.call(getHealth, {})).rejects.toMatchObject({ code: 'TIMEOUT' });
    await vi.advanceTimersByTimeAsync(5000);
    await call;
  });

  test('throws the reason given by the abort signal during a request or a pause', async () => {
    const abort = new AbortController();
    const { client } = clientWith(never);
    const call = client.call(getHealth, {}, { signal: abort.signal });
    abort.abort(new Error('closed the page'));
    await expect(call).rejects.toThrow('closed the page');
    const later = new AbortController();
    const { client: busy, sent } = clientWith(() => refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '10' }));
    const waiting = expect(busy.call(getHealth, {}, { signal: later.signal })).rejects.toThrow('left the page');
    await vi.advanceTimersByTimeAsync(1000);
    later.abort(new Error('left the page'));
    await waiting;
    expect(sent).toHaveLength(1);
  });

  test('retries a read request at the time that the server specifies, not earlier', async () => {
    const { client, sent } = clientWith((_sent, number) =>
      number < 3 ? refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' }) : fine(),
    );
    const call = client.call(getHealth, {});
    await vi.advanceTimersByTimeAsync(1990);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    await expect(call).resolves.toEqual({ success: true });
    expect(sent).toHaveLength(3);
    expect(vi.getTimerCount(), 'timers that would keep the process alive').toBe(0);
  });

  test('throws an error if it would have to wait longer than the maximum pause', async () => {
    const { client, sent } = clientWith(() => refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '1800' }));
    await expect(client.call(getHealth, {})).rejects.toMatchObject({ retryAfter: 1800 });
    expect(sent).toHaveLength(1);
  });

  test.each([
    [400, 'BAD_REQUEST'],
    [403, 'FORBIDDEN'],
    [409, 'INVALID_STATE'],
    [500, 'INTERNAL_ERROR'],
  ])('does not retry a request after a response with the status %i', async (status, code) => {
    const { client, sent } = clientWith(() => refusal(status, code));
    await expect(client.call(getHealth, {})).rejects.toMatchObject({ code });
    expect(sent).toHaveLength(1);
  });

  test('throws the error of the last retry', async () => {
    const { client, sent } = clientWith(() => Promise.reject(new TypeError('reset')), { retries: { times: 3 } });
    const call = expect(client.call(getHealth, {})).rejects.toMatchObject({ code: 'NETWORK' });
    await vi.advanceTimersByTimeAsync(60_000);
    await call;
    expect(sent).toHaveLength(4);
  });

  test('does not retry after a lost connection if the caller turns such retries off', async () => {
    const lost = () => Promise.reject(new TypeError('reset'));
    const { client, sent } = clientWith(lost, { retries: { unanswered: false } });
    await expect(client.call(getHealth, {})).rejects.toMatchObject({ code: 'NETWORK' });
    expect(sent).toHaveLength(1);
  });

  test('retries a write request only if it has an Idempotency-Key, and sends the same key each time', async () => {
    const lost = () => Promise.reject(new TypeError('reset'));
    const request = { params: { integrationId: 'whk_1' } };
    const { client: plain, sent: once } = clientWith(lost);
    await expect(plain.call(deleteWebhook, request)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(once).toHaveLength(1);

    let made = 0;
    const { client, sent } = clientWith(
      (_sent, number) => (number === 1 ? lost() : number === 2 ? refusal(409, 'IDEMPOTENCY_KEY_IN_USE') : fine()),
      { idempotencyKey: () => `key-${(made += 1)}` },
    );
    const call = client.call(deleteWebhook, request);
    await vi.advanceTimersByTimeAsync(10_000);
    await call;
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1', 'key-1']);
  });

  test('sends no Idempotency-Key to an operation that ignores the key, and does not retry the operation', async () => {
    const { client, sent } = clientWith(() => refusal(503, 'SERVICE_UNAVAILABLE'), { idempotencyKey: () => 'key' });
    await expect(client.call(login, { body: { email: 'a@b.example', password: 'p' } })).rejects.toThrow();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });
});

describe('pages of a list', () => {
  const page = (numbers: number[], nextCursor: string | null) =>
    Response.json({ deliveries: numbers, pagination: { hasMore: nextCursor !== null, nextCursor } });
  const params = { integrationId: 'whk_1' };

  test('follows the cursor with the same filters to the last page', async () => {
    const { client, sent } = clientWith((_sent, number) => page([number], number < 3 ? `c${number}` : null));
    const found: unknown[] = [];
    for await (const { deliveries } of pages(client, listWebhookDeliveries, { params, query: { pageSize: '1' } }))
      found.push(...deliveries);
    expect(found).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?pageSize=1',
      '?pageSize=1&cursor=c1',
      '?pageSize=1&cursor=c2',
    ]);
  });

  test('fails if the cursor does not advance', async () => {
    const { client } = clientWith(() => page([], 'same'));
    const found = pages(client, listWebhookDeliveries, { params });
    await found.next();
    await found.next();
    await expect(found.next()).rejects.toThrow('same cursor twice');
  });
});

test('returns the unparsed response for formats that no other method supports', async () => {
  const { client } = clientWith(() => new Response('<xml/>', { headers: { 'content-type': 'application/xml' } }));
  const response = await client.send(downloadDocument, { params: { id }, query: {} });
  expect(await response.text()).toBe('<xml/>');
});
