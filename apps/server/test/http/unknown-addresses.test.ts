/** Tests unknown URLs, and methods that a URL does not support. */
import { connect } from 'node:net';
import { type Operation, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { appPages } from '../../src/transport/http/pages.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp();
const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
const WRONG = [
  '/v1/documents',
  '/v1/v1/api/health',
  '/API/health',
  '/sandbox/v1/documents',
  '/sandbox/sandbox/login',
  '/v1',
  '/nothing',
  '/documents/a/b/c',
  '/settings/nothing',
  '/favicon.ico',
  '/v1/login',
];

/** Sends the URL as written, which `fetch` would normalize. */
const say = (line: string, ...headers: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () =>
      socket.write([`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n')),
    );
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text)).on('error', reject);
  });

describe('404', () => {
  test.each([
    ['PATCH', '/sandbox/v1/api/organization', 'This operation is not available in the sandbox.'],
    ['POST', '/v1/api/sandbox/clock/advance', 'This operation is only available in the sandbox.'],
    ['PATCH', '/sandbox/v1/api/organizatio', 'There is nothing at this address.'],
  ])('%s %s returns an error that states where the operation is available: %s', async (method, path, sentence) => {
    const answer = await app.anyone.send(method, path, { body: {}, mayFail: true });
    expect(answer.body).toMatchObject({ message: expect.stringContaining(sentence) as unknown });
  });

  test.each(WRONG)('%s: returns JSON to programs, and an HTML page to browsers', async (path) => {
    expectError(await app.anyone.get(path), 'NOT_FOUND');
    expectError(await app.anyone.get(path, { headers: { accept: 'application/json' } }), 'NOT_FOUND');
    const page = await app.anyone.get(path, BROWSER);
    if (path.toLowerCase().includes('/api/')) return expectError(page, 'NOT_FOUND');
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test.each([
    '/assets/../x',
    '/assets/%2e%2e/index.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00',
    '/assets/',
    '/assets/nothing.js',
    '/sign/assets/../../x',
    '/sign/assets/%00',
    '/sign/assets/',
    `/assets/${'x'.repeat(5000)}`,
  ])('serves no file at the path %s', async (path) => {
    const answer = await say(`GET ${path}`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"NOT_FOUND"');
  });
});

describe('request targets in absolute form, as proxies send them', () => {
  test.each([
    ['GET http://countersign.example/v1/api/health', 200],
    ['GET https://countersign.example/sandbox/v1/api/health', 200],
    ['GET HTTP://countersign.example?x=1', 200],
    ['DELETE http://countersign.example/v1/api/health', 405],
    ['GET http://countersign.example/api/nothing', 404],
  ])('resolves the path of %s, and responds with %d', async (line, status) => {
    expect(await say(line)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('counts requests to unknown paths against the limit of their environment, live or sandbox', async () => {
    const created = await app.owner.post<'createApiKey'>('/sandbox/api/settings/api-keys', {
      name: 'test',
      rateLimit: 1000,
      scopes: ['documents:read'],
    });
    const remaining = async (target: string): Promise<[policy: string | undefined, left: number]> => {
      const answer = await say(`GET ${target}`, `Authorization: Bearer ${created.body.apiKey.key}`);
      const [, policy] = /^ratelimit-policy: "([^"]+)"/im.exec(answer) ?? [];
      return [policy, Number(/^x-ratelimit-remaining: (\d+)/im.exec(answer)?.[1])];
    };
    const relative = await remaining('/sandbox/api/nothing');
    expect(await remaining('http://countersign.example/sandbox/api/nothing')).toEqual([relative[0], relative[1] - 1]);
  });
});

test("serves pages only at the app's own paths, in the live environment and in the sandbox", async () => {
  for (const { address } of appPages()) {
    const path = address.replaceAll(/:\w+/g, 'x');
    for (const one of [path, `/sandbox${path}`])
      expect([one, (await app.anyone.get(one, BROWSER)).status]).toEqual([one, 200]);
  }
  expect(appPages().length).toBeGreaterThan(40);
  expect((await app.anyone.get('/settings/nothing', BROWSER)).status).toBe(404);
});

describe('405', () => {
  test('rejects methods that a path of the API does not support, even if another path supports them', async () => {
    const all: Operation[] = Object.values(operations);
    const wrong: unknown[] = [];
    for (const [path, at] of Map.groupBy(all, (operation) => operation.path)) {
      const own = new Set<string>(at.map(({ method }) => method));
      const prefix = at.some(({ environment }) => environment === 'sandbox') ? '/sandbox' : '';
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !own.has(one))) {
        const answer = await app.owner.send(method, prefix + path.replaceAll(/:\w+/g, 'x'));
        const allowed = new Set(answer.headers.get('allow')?.split(', '));
        allowed.delete('HEAD');
        if (answer.status !== 405 || allowed.symmetricDifference(own).size > 0)
          wrong.push([method, path, answer.status, [...allowed]]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['/api/documents/paginated', ['GET', 'POST']],
    ['/v1/api/documents/doc_1/status', ['GET']],
    ['/sandbox/api/auth/login', []],
    ['/api/auth/login', ['POST']],
    ['/', ['GET']],
    ['/documents/x', ['GET']],
    ['/assets/x.js', ['GET']],
  ])('lists the allowed methods when %s is called with any other method', async (path, taken) => {
    for (const method of ['PROPFIND', 'OPTIONS', 'LOCK', 'REPORT']) {
      const answer = await app.anyone.send(method, path);
      if (taken.length === 0) {
        expectError(answer, 'NOT_FOUND');
        continue;
      }
      expectError(answer, 'METHOD_NOT_ALLOWED');
      const allowed = answer.headers.get('allow')?.split(', ') ?? [];
      expect(allowed.toSorted()).toEqual([...taken, ...(taken.includes('GET') ? ['HEAD'] : [])].toSorted());
    }
  });

  test('rejects TRACE, which echoes hidden headers, like other unsupported methods', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () =>
        socket.write('TRACE /api/health HTTP/1.1\r\nHost: x\r\nCookie: a=secret\r\nConnection: close\r\n\r\n'),
      );
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('close', () => resolve(text)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nallow: (GET, HEAD|HEAD, GET)\r\n/i);
    expect(answer).not.toContain('secret');
  });
});
