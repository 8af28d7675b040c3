/** What is the same for everybody goes out compressed to whoever takes that; what a credential opens never does. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer };

/** As it comes over the wire: `fetch` would decompress, and say nothing of it. */
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
  ['a file of the pages', script],
  ['the signing page', '/sign'],
  ['the description of the interface', '/api/v1/docs'],
] as const;

describe.each(PUBLIC)('%s', (_name, path) => {
  test('comes in the form that is asked for, whole, with its length and a mark for caches', async () => {
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

  test('stays as it is for whoever refuses each form, or knows none', async () => {
    for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0', 'zstd', 'br;q=nonsense', 'identity, br;q=0.5'])
      expect((await raw(path, { 'accept-encoding': accepted })).headers['content-encoding'], accepted).toBeUndefined();
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const [head, get] = [await raw(path, headers, 'HEAD'), await raw(path, headers)];
    expect(head.bytes.length).toBe(0);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary', 'etag'])
      expect(head.headers[name], name).toEqual(get.headers[name]);
  });
});

test.each([PUBLIC[0], PUBLIC[2]])(
  '%s has a tag for each form, and 304 for the right one alone',
  async (_name, path) => {
    const tags = new Map<string, string>();
    for (const accepted of ['identity', 'gzip', 'br'])
      tags.set(accepted, String((await raw(path, { 'accept-encoding': accepted })).headers['etag']));
    expect(new Set(tags.values()).size).toBe(3);
    for (const accepted of tags.keys())
      for (const [other, tag] of tags) {
        const { status } = await raw(path, { 'accept-encoding': accepted, 'if-none-match': tag });
        expect(status, `${accepted} with the tag of ${other}`).toBe(other === accepted ? 304 : 200);
      }
  },
);

test('files of the pages are kept for good, the pages themselves not at all', async () => {
  expect((await raw(script, { 'accept-encoding': 'br' })).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await raw('/sign', { 'accept-encoding': 'br' })).headers['cache-control']).toBe('no-store');
});

test('ranges are never of a compressed form', async () => {
  const headers = { 'accept-encoding': 'br', range: 'bytes=0-99' };
  const file = await raw(script, headers);
  expect(file.status).toBe(200);
  const part = await raw('/api/v1/docs', headers);
  expect(part.status).toBe(206);
  expect(part.headers['content-encoding']).toBeUndefined();
  expect(part.bytes.equals((await raw('/api/v1/docs')).bytes.subarray(0, 100))).toBe(true);
});

test('nothing that a credential opens is compressed, nor a page with a nonce of its own', async () => {
  const { id } = await app.sent();
  const authorization = `Bearer ${(await app.makeKey()).key}`;
  for (const path of [
    `/api/documents/${id}`,
    `/api/documents/${id}/audit`,
    '/api/documents/paginated',
    `/api/documents/${id}/pages/1?width=640`,
  ]) {
    const answer = await raw(path, { authorization, 'accept-encoding': 'br, gzip' });
    expect(answer.status, path).toBe(200);
    expect(answer.headers['content-encoding'], path).toBeUndefined();
  }
  const login = await raw('/login', { 'accept-encoding': 'br, gzip' });
  expect(login.headers['content-encoding']).toBeUndefined();
});

test('the signing page begins with words in the language that the browser asks for', async () => {
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

test('a list begins with its heading for whoever has a session, and for nobody else', async () => {
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

/** The files that a page names in its first bytes, as they come over the line. */
async function weightOf(path: string): Promise<number> {
  const headers = { 'accept-encoding': 'br' };
  const html = await raw(path, headers);
  const text = html.headers['content-encoding'] === 'br' ? brotliDecompressSync(html.bytes) : html.bytes;
  const named = [...text.toString().matchAll(/(?:src|href)="(\/[^"]*assets\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(2);
  const files = await Promise.all([...new Set(named)].map((file) => raw(file, headers)));
  return files.reduce((sum, { bytes }) => sum + bytes.length, html.bytes.length);
}

test('the signing page weighs at most 40 kB, of the 55 that it may with what it fetches', async () => {
  expect(await weightOf('/sign')).toBeLessThan(40_000);
});

test('the frame of the app weighs at most 190 kB, of the 250 that the list of documents may with its font and its rows', async () => {
  expect(await weightOf('/documents')).toBeLessThan(190_000);
});
