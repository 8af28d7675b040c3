import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answerUnreadable } from '../../src/transport/http/unreadable.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';

/** Malformed requests get our own error responses, never a 5xx or a library's message. */
const app = await startTestApp();
const draft = await app.draft();

describe('404', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/v1/api/nothing',
    '/api/document',
    '/api/health/',
    '/api//health',
    '/api/documents/paginated/',
    '/pki/live/root.exe',
    '/pki/other/root.pem',
    '/pki/live/timestamp.crl',
  ])('returns 404 for the unknown path %s', async (path) => {
    expectError(await app.key.get(path), 'NOT_FOUND');
    // URLs below /pki allow only GET.
    expectError(await app.key.post(path, {}), path.startsWith('/pki/') ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND');
  });

  test.each(['/api/%ZZ', '/api/documents/%ff', '/%E0%A4%A', '/api/health%'])(
    'rejects a path that cannot be decoded: %s',
    async (path) => {
      const answer = await app.key.get(path);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/^(NOT_FOUND|DOCUMENT_NOT_FOUND)$/) });
    },
  );

  test.each(['PROPFIND', 'OPTIONS'])('rejects the method %s', async (method) => {
    const answer = await app.anyone.send(method, '/api/documents/paginated');
    expect([404, 405]).toContain(answer.status);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^(NOT_FOUND|METHOD_NOT_ALLOWED)$/) });
  });
});

describe('HTTP syntax', () => {
  /** Sends bytes on a socket and returns the server's response. The server then closes the connection. */
  function say(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.end(bytes));
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('close', () => resolve(text)).on('error', reject);
    });
  }

  /** Returns the response with its body, which must be in our own error format. */
  async function refusal(bytes: string) {
    const answer = await say(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const requestId = /^x-request-id: (\S+)$/m.exec(head)?.[1];
    expect(requestId).toMatch(/^req_/);
    expect(answer).not.toMatch(/node_modules|at \w+ \(/);
    return { status: Number(head.slice(9, 12)), requestId, body: JSON.parse(body) as Record<string, unknown> };
  }

  test.each([
    ['data that is not HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
    ['an unknown method', 'BREW /api/health HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'two Host headers',
      'GET /api/health HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n',
      400,
      'BAD_REQUEST',
    ],
    [
      'two Content-Length headers',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
      'BAD_REQUEST',
    ],
    [
      'both Content-Length and Transfer-Encoding',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'BAD_REQUEST',
    ],
    [
      'a body that is shorter than its length',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":',
      400,
      'BAD_REQUEST',
    ],
    [
      'headers of 20 KB',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
  ])('responds to %s in the documented error format', async (_, bytes, status, error) => {
    const answer = await refusal(bytes);
    expect(answer).toMatchObject({ status, body: { error, message: expect.any(String) } });
    expect(answer.body.details).toEqual({ requestId: answer.requestId });
    expect(app.lines.some((line) => line.includes(answer.requestId ?? '?'))).toBe(true);
    expect((await app.anyone.get('/api/health')).status).toBe(200);
  });

  test('returns 408 if a request does not arrive in time', async () => {
    const limits = {
      peekAddress: () => ({
        policy: 'address' as const,
        limit: 100,
        remaining: 99,
        reset: 0,
        resetAfter: 3600,
        allowed: true,
      }),
    };
    const server = createServer({ requestTimeout: 20, headersTimeout: 20, connectionsCheckingInterval: 10 });
    server.on('clientError', (error, socket) =>
      answerUnreadable(error, socket as Socket, {
        limits,
        log: { info: () => {} },
        baseUrl: () => 'http://127.0.0.1',
      }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write('GET / HT'));
    const [first] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    expect(first).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(first.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: 'REQUEST_TIMEOUT' });
    server.close();
  });

  test('rejects a request without a Host header', async () => {
    expect(await say('GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('encodings of a request body', () => {
  const path = `/api/documents/${draft.id}`;
  const json = (type: string) => ({ 'content-type': type });
  const title = Buffer.from('{"title":"J\u00f6rg"}');

  test.each(['iso-8859-1', 'windows-1252', 'UTF-16LE', '"iso-8859-15"'])(
    'rejects JSON in %s with 415',
    async (charset) => {
      const body = Buffer.from('{"title":"J\u00f6rg"}', 'latin1');
      const answer = await app.key.send('PATCH', path, { headers: json(`application/json; charset=${charset}`), body });
      const named = charset.replaceAll('"', '');
      expectError(answer, 'UNSUPPORTED_MEDIA_TYPE', { charset: named });
      expect(answer.body).toMatchObject({ message: expect.stringContaining(named) });
    },
  );

  test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii'])('reads JSON in %s', async (charset) => {
    const headers = json(`application/json; charset=${charset}`);
    expect((await app.key.send('PATCH', path, { headers, body: title })).status).toBe(200);
  });

  test('rejects bytes that are not UTF-8 instead of replacing them', async () => {
    const body = Buffer.from('{"title":"J\u00f6rg"}', 'latin1');
    const answer = await app.key.send('PATCH', path, { headers: json('application/json'), body });
    expectInvalid(answer, 'body');
    expect(answer.text).toContain('UTF-8');
  });

  test('skips a byte order mark in a JSON body', async () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), title]);
    expect((await app.key.send('PATCH', path, { headers: json('application/json'), body })).status).toBe(200);
  });

  test.each(['gzip', 'deflate', 'br', 'zstd', 'x-unknown'])(
    'rejects Content-Encoding %s with 415',
    async (encoding) => {
      const headers = { ...json('application/json'), 'content-encoding': encoding };
      for (const [method, asked] of [
        ['PATCH', path],
        ['POST', '/api/auth/login'],
        ['POST', '/api/v1/graphql'],
      ] as const) {
        const answer = await app.key.send(method, asked, { headers, body: gzipSync(title) });
        expect(answer.status, asked).toBe(415);
        expect(answer.text).toContain(encoding);
        expect(answer.headers.get('accept-encoding')).toBe('identity');
      }
    },
  );

  test('accepts Content-Encoding identity', async () => {
    const headers = { ...json('application/json'), 'content-encoding': 'identity' };
    expect((await app.key.send('PATCH', path, { headers, body: title })).status).toBe(200);
  });
});

describe('response headers', () => {
  test('sends errors as JSON that is not cached, and turns off content sniffing', async () => {
    for (const answer of [
      await app.anyone.get('/api/nothing'),
      await app.anyone.get('/api/documents/paginated'),
      await app.key.get('/api/documents/paginated?page=x'),
    ]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.headers.get('server')).toBeNull();
      expect(answer.headers.get('x-powered-by')).toBeNull();
    }
  });

  test('ignores a request ID sent by the client', async () => {
    const answer = await app.anyone.get('/api/health', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    expect(answer.headers.get('x-request-id')).not.toContain('mine');
  });
});

describe('request bodies designed to be expensive', () => {
  const keys = (count: number, name = (index: number) => `k${index}`) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 0]));
  const refused = async (body: object) => {
    const answer = await app.key.post('/api/integrations/webhooks', body);
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(20_000);
    return (answer.body as { error: { field: string; errors: unknown[]; omitted?: number } }).error;
  };

  test('lists 20 validation errors and counts the rest', async () => {
    const error = await refused(keys(30));
    expect(error.errors).toHaveLength(20);
    // The required members `url` and `events` are missing too.
    expect(error.omitted).toBe(12);
    expect((await refused({ url: 1 })).omitted).toBeUndefined();
  });

  test('returns one short response for 150,000 unknown keys, and for keys that are a megabyte long', async () => {
    expect(await refused(keys(150_000))).toMatchObject({ field: 'body', errors: [{ code: 'too_large' }] });
    await refused(keys(20, (index) => 'x'.repeat(90_000) + index));
    await refused({ url: 'x'.repeat(1_000_000), events: ['y'.repeat(500_000)] });
  });

  test('limits the depth and length of a JSON body before validation', async () => {
    expect((await refused(JSON.parse('['.repeat(500) + ']'.repeat(500)) as object)).field).toContain('[0]');
    expect((await refused({ events: Array.from({ length: 200_000 }, () => 0) })).field).toBe('events');
  });
});

test('returns 401, not 415, to callers without a valid credential', async () => {
  const upload = { body: 'x', headers: { 'content-type': 'text/plain' } };
  for (const path of ['/api/documents/upload', '/api/organization/logo', '/api/users/bulk-import', '/api/templates'])
    for (const caller of [app.anyone, app.anyone.with({ bearer: 'sk_live_nothing' })]) {
      const { status, body } = await caller.post(path, upload.body, { headers: upload.headers });
      if (status !== 404 && status !== 405) expect({ path, status, body }).toMatchObject({ status: 401 });
    }
  expectError(
    await app.key.post('/api/documents/upload', upload.body, { headers: upload.headers }),
    'UNSUPPORTED_MEDIA_TYPE',
    { contentType: 'text/plain', accepted: ['multipart/form-data'] },
  );
});
