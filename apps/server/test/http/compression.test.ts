/**
 * The server compresses public pages and JSON responses to signed-in callers, except for responses with secrets (ADR
 * 99).
 */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Operation, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '../support/app.ts';
import { LOOPBACK } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer };

/** Returns the raw response, which `fetch` would decompress silently. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(app.url + path, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const page = (await raw('/sign')).bytes.toString();
const script = /src="(\/sign\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
const PUBLIC = [
  ['a file of the web app', script],
  ['the signing page', '/sign'],
  ['the API reference', '/api/v1/docs'],
] as const;

describe.each(PUBLIC)('%s', (_name, path) => {
  test('sends a complete response in the requested encoding, with Content-Length and Vary headers', async () => {
    const plain = await raw(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [accepted, encoding, open] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip;q=1, br;q=0.4', 'gzip', gunzipSync],
      ['br;q=0, *;q=0.2', 'gzip', gunzipSync],
      ['gzip;q=0, *', 'br', brotliDecompressSync],
      ['identity;q=0, gzip', 'gzip', gunzipSync],
    ] as const) {
      const answer = await raw(path, { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding'], accepted).toBe(encoding);
      expect(answer.headers['vary']).toMatch(/accept-encoding/i);
      expect(answer.headers['content-type']).toBe(plain.headers['content-type']);
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length);
      expect(open(answer.bytes).equals(plain.bytes)).toBe(true);
    }
    expect(plain.headers['vary']).toMatch(/accept-encoding/i);
  });

  test('sends an uncompressed response to a client that accepts no compression', async () => {
    for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0', 'zstd', 'br;q=nonsense', 'identity, br;q=0.5'])
      expect((await raw(path, { 'accept-encoding': accepted })).headers['content-encoding'], accepted).toBeUndefined();
  });

  test('responds to HEAD with the headers of GET and without a body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const [head, get] = [await raw(path, headers, 'HEAD'), await raw(path, headers)];
    expect(head.bytes.length).toBe(0);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary', 'etag'])
      expect(head.headers[name], name).toEqual(get.headers[name]);
  });
});

test.each([PUBLIC[0], PUBLIC[2]])(
  '%s has a separate ETag for each encoding, and returns 304 only for the matching ETag',
  async (_name, path) => {
    const tags = new Map<string, string>();
    for (const accepted of ['identity', 'gzip', 'br'])
      tags.set(accepted, String((await raw(path, { 'accept-encoding': accepted })).headers['etag']));
    expect(new Set(tags.values()).size).toBe(3);
    for (const accepted of tags.keys())
      for (const [other, tag] of tags) {
        const { status } = await raw(path, { 'accept-encoding': accepted, 'if-none-match': tag });
        expect(status, `the response to ${accepted} with the ETag of ${other}`).toBe(other === accepted ? 304 : 200);
      }
  },
);

test('lets browsers cache assets permanently, but not pages', async () => {
  expect((await raw(script, { 'accept-encoding': 'br' })).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await raw('/sign', { 'accept-encoding': 'br' })).headers['cache-control']).toBe('no-store');
});

test('never serves a range of a compressed response', async () => {
  const headers = { 'accept-encoding': 'br', range: 'bytes=0-99' };
  const file = await raw(script, headers);
  expect(file.status).toBe(200);
  const part = await raw('/api/v1/docs', headers);
  expect(part.status).toBe(206);
  expect(part.headers['content-encoding']).toBeUndefined();
  expect(part.bytes.equals((await raw('/api/v1/docs')).bytes.subarray(0, 100))).toBe(true);
});

describe('JSON responses', () => {
  const authorization = `Bearer ${app.key.credential.bearer}`;

  test('compresses a JSON response for a signed-in caller', async () => {
    const { id } = await app.sent();
    for (const path of [`/api/documents/${id}`, '/api/documents/paginated']) {
      const plain = await raw(path, { authorization });
      for (const [encoding, open] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const answer = await raw(path, { authorization, 'accept-encoding': encoding });
        expect([answer.status, answer.headers['content-encoding']], path).toEqual([200, encoding]);
        expect(answer.headers['vary']).toMatch(/accept-encoding/i);
        expect(answer.headers['content-type']).toBe(plain.headers['content-type']);
        expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
        expect(answer.bytes.length).toBeLessThan(plain.bytes.length);
        expect(JSON.parse(open(answer.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
      }
    }
  });

  test('does not compress a JSON response that is small or contains a secret', async () => {
    const { id } = await app.draft();
    const headers = { 'accept-encoding': 'br, gzip' };
    for (let n = 0; n < 4; n += 1) {
      const made = await app.key.post('/api/integrations/webhooks', {
        url: `http://127.0.0.1:4999/${n}`,
        events: ['*'],
      });
      expect(made.status, made.text).toBe(201);
    }
    for (const path of [`/api/documents/${id}/status`, '/api/integrations/webhooks']) {
      const answer = await raw(path, { ...headers, authorization });
      expect([answer.status, answer.headers['content-encoding']], path).toEqual([200, undefined]);
      expect(answer.bytes.length > 1024, path).toBe(!path.endsWith('/status'));
    }
  });

  test('never compresses the response of an operation if one of its properties is named like a secret', () => {
    const named = (Object.values(operations) as Operation[]).flatMap(({ id, secretAnswer, success: { body } }) => {
      if (body.kind !== 'json' || secretAnswer) return [];
      const schema = JSON.stringify(z.toJSONSchema(body.schema, { unrepresentable: 'any', io: 'output' }));
      const members = [
        ...schema.matchAll(/"(\w*(?:secret|token|bearer|apiKey|codes|challenge|qrCode|url|link))":\{/gi),
      ];
      return members.map(([, member = '']) => `${id}: ${member}`).filter((one) => !NO_SECRETS.test(one));
    });
    expect(named).toEqual([]);
  });
});

/** Values that are not secret: public URLs for single sign-on, a flag, and the description of a key. */
const NO_SECRETS =
  /^(?:(?:get|set)SingleSignOn: (?:\w+_url|has_secret)|discoverSingleSignOn: url|handOverApiKey: apiKey)$/;

describe.each(['', '/status'])('GET /api/documents/:id%s', (suffix) => {
  test('returns 304 for the document until it changes', async () => {
    const { id } = await app.draft();
    const path = `/api/documents/${id}${suffix}`;
    const read = (headers: Record<string, string> = {}) =>
      raw(path, { authorization: `Bearer ${app.key.credential.bearer}`, ...headers });
    const etag = String((await read()).headers['etag']);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unchanged = await read({ 'if-none-match': sent });
      expect([unchanged.status, unchanged.bytes.length, unchanged.headers['etag']], sent).toEqual([304, 0, etag]);
    }
    expect((await read({ 'if-none-match': '"other"' })).status).toBe(200);

    await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
    const changed = await read({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
  });
});

test('creates a separate ETag for each encoding of a document, and returns 304 for any of these ETags', async () => {
  const { id } = await app.sent();
  const authorization = `Bearer ${app.key.credential.bearer}`;
  const read = (headers: Record<string, string>) => raw(`/api/documents/${id}`, { authorization, ...headers });
  const tags = await Promise.all(
    ['identity', 'gzip', 'br'].map(async (form) => String((await read({ 'accept-encoding': form })).headers['etag'])),
  );
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) {
    const unchanged = await read({ 'accept-encoding': 'br', 'if-none-match': tag });
    expect([unchanged.status, unchanged.headers['content-encoding']]).toEqual([304, undefined]);
  }
});

test('does not compress files that require a credential, or pages with a nonce', async () => {
  const { id } = await app.sent();
  const authorization = `Bearer ${app.key.credential.bearer}`;
  const picture = await raw(`/api/documents/${id}/pages/1?width=640`, { authorization, 'accept-encoding': 'br, gzip' });
  expect([picture.status, picture.headers['content-encoding']]).toEqual([200, undefined]);
  const login = await raw('/login', { 'accept-encoding': 'br, gzip' });
  expect(login.headers['content-encoding']).toBeUndefined();
});

test("shows the signing page's initial text in the browser's language", async () => {
  for (const [asked, language, words] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'lang="de" dir="ltr"', 'Das Dokument wird geöffnet'],
    ['sv, en;q=0.2, he;q=0.7', 'lang="he" dir="rtl"', 'המסמך נפתח'],
    ['sv, fr;q=0', 'lang="en" dir="ltr"', 'Opening the document'],
    ['', 'lang="en" dir="ltr"', 'Opening the document'],
  ] as const) {
    const html = (await raw('/sign', { 'accept-language': asked })).bytes.toString();
    expect(html, asked).toContain(`<html ${language}`);
    expect(html, asked).toContain(words);
    expect(html, asked).not.toContain('__');
  }
});

test('includes the heading of a list in the initial page only for a signed-in user', async () => {
  const headingOf = async (path: string, headers = {}) =>
    /<b>(.*?)<\/b>/.exec((await raw(path, headers)).bytes.toString())?.[1];
  const headers = { cookie: 'countersign_session=any' };
  for (const [path, heading] of [
    ['/documents', 'Documents'],
    ['/sandbox/bulk-sends/', 'Bulk sends'],
    ['/settings', ''],
  ] as const)
    expect(await headingOf(path, headers), path).toBe(heading);
  expect(await headingOf('/documents')).toBe('');
});

/** Returns the total transfer size of the files to which the HTML of a page refers. */
async function weightOf(path: string): Promise<number> {
  const headers = { 'accept-encoding': 'br' };
  const html = await raw(path, headers);
  const text = html.headers['content-encoding'] === 'br' ? brotliDecompressSync(html.bytes) : html.bytes;
  const named = [...text.toString().matchAll(/(?:src|href)="(\/[^"]*assets\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(2);
  const files = await Promise.all([...new Set(named)].map((file) => raw(file, headers)));
  return files.reduce((sum, { bytes }) => sum + bytes.length, html.bytes.length);
}

test('keeps the signing page and all its files within 40 kB', async () => {
  expect(await weightOf('/sign')).toBeLessThan(40_000);
});

test('loads at most 160 kB before the first paint of the document list', async () => {
  expect(await weightOf('/documents')).toBeLessThan(160_000);
});
