import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { unpack } from '../../src/platform/optimizations/tail-compression.ts';
import { startTestApp } from '../support/app.ts';
import { comparableText, type Answer } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { logoUpload } from '../support/logo.ts';
import { makePdf } from '../support/pdf.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const NAME = 'Vertrag "Süd" €.pdf';
const draft = await app.draft({ filename: NAME.replaceAll('"', '%22') });
const bytes = makePdf();
const linkOf = async (id: string, type = 'original'): Promise<string> => {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=${type}`);
  return new URL(body.downloadUrl).pathname;
};
const path = await linkOf(draft.id);
const range = (value: string, headers: Record<string, string> = {}): Promise<Answer> =>
  app.anyone.get(path, { headers: { range: value, ...headers } });

describe('200', () => {
  test('returns the complete file to anyone with the link, even if the request has another credential', async () => {
    for (const caller of [app.anyone, app.key, app.owner, app.anyone.with({ bearer: 'something-else' })]) {
      const answer = await caller.both('GET', path);
      expect(answer.status).toBe(200);
      expect(answer.bytes).toEqual(bytes);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(bytes.length),
        'accept-ranges': 'bytes',
        etag: `"${draft.sha256}"`,
        'cache-control': 'private, no-cache',
        'x-ratelimit-limit': '1000',
      });
    }
  });

  test('returns the size of the file for a HEAD request', async () => {
    const answer = await app.anyone.send('HEAD', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.bytes).toHaveLength(0);
  });

  test('sends the file name in both forms of Content-Disposition, for old and new clients', async () => {
    const { headers } = await app.anyone.get(path);
    const value = headers.get('content-disposition') ?? '';
    expect(value).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]+\.pdf"; filename\*=UTF-8''[\w%.~!-]+\.pdf$/);
    const real = decodeURIComponent(value.split("UTF-8''")[1] ?? '');
    expect(real).toBe(draft.filename);
    expect(draft.filename).toContain('Süd');
    expect(draft.filename).toContain('€');
  });

  test.each(['bytes=0-1,4-5', 'bytes=9-2', 'bytes=a-b', 'pages=1-2', 'bytes=-', 'bytes=1-2-3'])(
    'returns the complete file unless a single valid range is requested: %s',
    async (value) => {
      const answer = await range(value);
      expect(answer.status).toBe(200);
      expect(answer.bytes).toEqual(bytes);
    },
  );

  test('returns the complete file if the If-Range header names another file', async () => {
    expect((await range('bytes=0-0', { 'if-range': '"other"' })).status).toBe(200);
    expect((await range('bytes=0-0', { 'if-range': `"${draft.sha256}"` })).status).toBe(206);
  });
});

describe('206', () => {
  const size = bytes.length;
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=10-', 10, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ['bytes=5-999999999', 5, size - 1],
    ['bytes=-999999999', 0, size - 1],
  ])('returns the range %s', async (value, start, end) => {
    const answer = await range(value);
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect(answer.bytes).toEqual(bytes.subarray(start, end + 1));
  });

  test('returns ranges that span the upload and the revisions added to it', async () => {
    const { id } = await app.completed();
    const link = await linkOf(id, 'signed');
    const whole = (await app.anyone.get(link)).bytes;
    const tails = await app.sql<{ length: number }>(
      'select length::int as length from revisions where document_id = $1 order by n',
      [id],
    );
    const edges = [size, ...tails.map(({ length }) => length)].filter((edge) => edge < whole.length);
    expect(edges.length, 'upload, certification, signature').toBeGreaterThanOrEqual(3);
    for (const edge of edges) {
      for (const [start, end] of [
        [edge - 3, edge + 3],
        [edge, edge],
        [edge - 1, edge - 1],
      ] as const) {
        const answer = await app.anyone.get(link, { headers: { range: `bytes=${start}-${end}` } });
        expect(answer.bytes, `around ${edge}`).toEqual(whole.subarray(start, end + 1));
      }
    }
    const all = await app.anyone.get(link, {
      headers: { range: `bytes=${(edges[0] ?? 0) - 5}-${(edges.at(-1) ?? 0) + 5}` },
    });
    expect(all.bytes).toEqual(whole.subarray((edges[0] ?? 0) - 5, (edges.at(-1) ?? 0) + 6));
  });
});

test('reads revisions in all storage formats that older versions used', async () => {
  const [one, two] = [app.person(), app.person()];
  const { id } = await app.sent({ signers: [one, two] });
  const tailsOf = () =>
    app.sql<{ n: number; tail: Buffer; length: number }>(
      'select n, tail, length::int as length from revisions where document_id = $1 order by n',
      [id],
    );
  const keep = (n: number, tail: Buffer) =>
    app.sql('update revisions set tail = $3 where document_id = $1 and n = $2', [id, n, tail]);
  const [first] = await tailsOf();
  const sent = first && unpack(first.tail, first.length);
  if (!sent) throw new Error('No file was sent.');
  await keep(1, deflateSync(sent, { level: 1 }));
  await app.sign(id, { token: await app.link(one.email) });
  await keep(1, sent);
  await app.sign(id, { token: await app.link(two.email) });
  const whole = (await app.anyone.get(await linkOf(id, 'signed'))).bytes;
  const tails = await tailsOf();
  expect(tails.map(({ tail }) => tail[0])).toEqual([sent[0], 1, 1, 1]);
  for (const { n, tail, length } of tails.slice(1)) {
    const plain = unpack(tail, length, sent);
    expect(plain && whole.indexOf(plain)).toBe(length - (plain?.length ?? 0));
    if (plain) await keep(n, n === 2 ? deflateSync(plain, { level: 1 }) : plain);
  }
  expect((await app.anyone.get(await linkOf(id, 'signed'))).bytes).toEqual(whole);
  expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
});

test('reads a document whose first revision is too long for a compression dictionary', async () => {
  const noise = await sharp({
    create: {
      width: 360,
      height: 120,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const owner = await app.session();
  const put = await owner.send('PUT', '/api/organization/logo', logoUpload(noise));
  expect(put.status, put.text).toBe(200);
  const { id } = await app.completed();
  const [first] = await app.sql<{ size: number }>(
    'select octet_length(tail) as size from revisions where document_id = $1 and n = 1',
    [id],
  );
  expect(first?.size, 'the page contains the logo').toBeGreaterThan(65_536);
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(body.isValid).toBe(true);
  const signed = (await app.anyone.get(await linkOf(id, 'signed'))).bytes;
  expect(signed.includes(Buffer.alloc(2_000, 0)), 'every revision is in the file').toBe(false);
});

describe('304', () => {
  test('does not resend a file that the client already has', async () => {
    const answer = await app.anyone.get(path, { headers: { 'if-none-match': `"${draft.sha256}"` } });
    expect(answer.status).toBe(304);
    expect(answer.bytes).toHaveLength(0);
    expect((await app.anyone.get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});

describe('404', () => {
  const token = path.split('/').at(-1) ?? '';
  const flip = (at: number): string => {
    const characters = [...token];
    characters[at] = characters[at] === 'A' ? 'Q' : 'A';
    return characters.join('');
  };

  test('rejects a file link with one flipped bit', async () => {
    const nothing = await app.anyone.both('GET', '/api/files/nothing');
    expectError(nothing, 'FILE_NOT_FOUND');
    for (let at = 0; at < token.length - 1; at += 3) {
      const answer = await app.anyone.get(`/api/files/${flip(at)}`);
      expect(comparableText(answer)).toBe(comparableText(nothing));
    }
  });

  test.each([
    ['truncated', token.slice(0, -1)],
    ['longer', `${token}A`],
    ['empty', '%20'],
    ['of 450 characters', 'A'.repeat(450)],
    ['a path', 'a%2fb'],
  ])('rejects a file token that is %s', async (_, wrong) => {
    expectError(await app.anyone.both('GET', `/api/files/${wrong}`), 'FILE_NOT_FOUND');
  });

  test.each([
    ['3,000 characters long', 'A'.repeat(3000)],
    ['not even part of an address', '%ZZ'],
  ])('returns 404 for a token that is %s', async (_, wrong) => {
    expectError(await app.anyone.both('GET', `/api/files/${wrong}`), 'NOT_FOUND');
  });

  test('rejects tokens that were issued for another purpose', async () => {
    const cursor =
      (await app.key.get<'listDocuments'>('/api/documents/paginated?pageSize=1')).body.pagination.nextCursor ?? '';
    expect(cursor).not.toBe('');
    for (const other of [cursor, app.strayLink()])
      expectError(await app.anyone.get(`/api/files/${other}`), 'FILE_NOT_FOUND');
  });

  test('accepts a file link for exactly 15 minutes', async () => {
    const own = await linkOf(draft.id);
    app.clock.advance({ minutes: 14, seconds: 59 });
    expect((await app.anyone.get(own)).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expectError(await app.anyone.get(own), 'FILE_NOT_FOUND');
  });

  test('rejects a link to the file of a document that has been deleted', async () => {
    const { id } = await app.draft();
    const own = await linkOf(id);
    await app.sql('update documents set deleted_at = now() where id = $1', [id]);
    expectError(await app.anyone.get(own), 'FILE_NOT_FOUND');
  });
});

refusesOtherMethods(app, path, ['GET']);

describe('416', () => {
  test.each([`bytes=${bytes.length}-`, 'bytes=999999-1000000', 'bytes=-0'])('rejects the range %s', async (value) => {
    const own = await linkOf(draft.id);
    const answer = await app.anyone.get(own, { headers: { range: value } });
    expectError(answer, 'RANGE_NOT_SATISFIABLE', { size: bytes.length });
    expect(answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('content-disposition')).toBeNull();
  });
});

describe('429', () => {
  test('counts requests with invalid file links per IP address to prevent guessing', async () => {
    const before = await app.anyone.get('/api/files/guess-1');
    const after = await app.anyone.get('/api/files/guess-2');
    expect(before.headers.get('x-ratelimit-limit')).toBe('1000000');
    expect(Number(after.headers.get('x-ratelimit-remaining'))).toBe(
      Number(before.headers.get('x-ratelimit-remaining')) - 1,
    );
  });

  test('counts requests with the same file link in one bucket', async () => {
    const own = await linkOf(draft.id);
    const first = await app.anyone.get(own);
    const second = await app.anyone.get(`${own}?again=${'x'.repeat(80)}`);
    expect(Number(second.headers.get('x-ratelimit-remaining'))).toBe(
      Number(first.headers.get('x-ratelimit-remaining')) - 1,
    );
  });
});
