import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';

/** What is not even a request for something: still our own answers, never a 5xx, never somebody else's words. */
const app = await startTestApp();

describe('404', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/v1/api/nothing',
    '/api/documents',
    '/api/health/',
    '/api//health',
    '/api/documents/paginated/',
    '/pki/live/root.exe',
    '/pki/other/root.pem',
    '/pki/live/timestamp.crl',
  ])('%s', async (path) => {
    expectError(await app.key.get(path), 'NOT_FOUND');
    // Below /pki the address is one of many that can only be read.
    expectError(await app.key.post(path, {}), path.startsWith('/pki/') ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND');
  });

  test.each(['/api/%ZZ', '/api/documents/%ff', '/%E0%A4%A', '/api/health%'])(
    'an address that cannot be decoded: %s',
    async (path) => {
      const answer = await app.key.get(path);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/^(NOT_FOUND|DOCUMENT_NOT_FOUND)$/) });
    },
  );

  test.each(['PROPFIND', 'OPTIONS'])('%s', async (method) => {
    const answer = await app.anyone.send(method, '/api/documents/paginated');
    expect([404, 405]).toContain(answer.status);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^(NOT_FOUND|METHOD_NOT_ALLOWED)$/) });
  });
});

describe('the lines of HTTP itself', () => {
  /** What the server says to bytes on a socket; the connection is closed by it. */
  function say(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.end(bytes));
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('close', () => resolve(text)).on('error', reject);
    });
  }

  test.each([
    ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a length and chunks',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'headers of 20 KB',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
  ])('%s', async (_, bytes, expected) => {
    const answer = await say(bytes);
    expect(answer).toMatch(expected);
    expect(answer).not.toMatch(/node_modules|at \w+ \(/);
  });

  test('a body that is shorter than it says is dropped without harm', async () => {
    await say(
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":`,
    );
    expect((await app.anyone.get('/api/health')).status).toBe(200);
  });
});

describe('headers of answers', () => {
  test('errors are JSON, not stored, and tell no browser to guess', async () => {
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

  test('a request id of the client is not taken over', async () => {
    const answer = await app.anyone.get('/api/health', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
    expect(answer.headers.get('x-request-id')).not.toContain('mine');
  });
});

describe('bodies made to be expensive', () => {
  const keys = (count: number, name = (index: number) => `k${index}`) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 0]));
  const refused = async (body: object) => {
    const answer = await app.key.post('/api/integrations/webhooks', body);
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(20_000);
    return (answer.body as { error: { field: string; errors: unknown[]; omitted?: number } }).error;
  };

  test('20 faults are named and the rest is counted', async () => {
    const error = await refused(keys(30));
    expect(error.errors).toHaveLength(20);
    // `url` and `events` are missing too.
    expect(error.omitted).toBe(12);
    expect((await refused({ url: 1 })).omitted).toBeUndefined();
  });

  test('150,000 unknown keys, and names of a megabyte, are one short answer', async () => {
    expect(await refused(keys(150_000))).toMatchObject({ field: 'body', errors: [{ code: 'too_large' }] });
    await refused(keys(20, (index) => 'x'.repeat(90_000) + index));
    await refused({ url: 'x'.repeat(1_000_000), events: ['y'.repeat(500_000)] });
  });

  test('depth and length are limited before anything is judged', async () => {
    expect((await refused(JSON.parse('['.repeat(500) + ']'.repeat(500)) as object)).field).toContain('[0]');
    expect((await refused({ events: Array.from({ length: 200_000 }, () => 0) })).field).toBe('events');
  });
});
