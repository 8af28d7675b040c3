import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { opensWithOwnLinkOnly } from '../support/recipient-refusals.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const sent = await app.sent({ signers: [app.person(), app.person()], pages: 2 });
const { caller } = await app.recipient(sent.signers[0]?.email ?? '');
const pathOf = (page: number | string): string => `/api/signing/${sent.signers[0]?.id}/pages/${page}`;

describe('416', () => {
  test('rejects a range beyond the end of the image', async () => {
    const size = (await caller.get(pathOf(1))).bytes.length;
    const answer = await caller.both('GET', pathOf(1), { headers: { range: `bytes=${size}-` } });
    expectError(answer, 'RANGE_NOT_SATISFIABLE', { size });
  });
});

describe('200', () => {
  test.each([1, 2, 3])('returns page %i of the document, including the added signature page', async (page) => {
    const answer = await caller.both('GET', pathOf(page));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    const { format, width, height } = await sharp(answer.bytes).metadata();
    expect({ format, width, height }).toEqual({
      format: 'webp',
      width: 900,
      height: expect.closeTo((900 / 595) * 842, -1),
    });
  });

  test.each([64, 595, 2400])('returns the page at the requested width: %i', async (width) => {
    const { bytes } = await caller.get(`${pathOf(1)}?width=${width}`);
    expect((await sharp(bytes).metadata()).width).toBe(width);
  });
});

describe('304', () => {
  test('returns 304 for a page until the document changes', async () => {
    const { headers } = await caller.get(pathOf(1));
    const etag = headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await caller.get(pathOf(1), { headers: { 'if-none-match': etag } })).status).toBe(304);
    await app.sign(sent.id, { token: await app.link(sent.signers[1]?.email ?? '') });
    expect((await caller.get(pathOf(1), { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('404', () => {
  test.each(['4', '999999'])('rejects page %s of a document with three pages', async (page) => {
    expectError(await caller.both('GET', pathOf(page)), 'NOT_FOUND', { pages: 3 });
  });
  test.each(['0', '-1', 'one', '1.5', '01a', '9999999'])('rejects the page number %s', async (page) => {
    expectError(await caller.both('GET', pathOf(page)), 'NOT_FOUND');
  });
});

opensWithOwnLinkOnly(app, (id) => ({ method: 'GET', path: `/api/signing/${id}/pages/1` }));
refusesOtherMethods(app, pathOf(1), ['GET']);

describe('422', () => {
  test.each(['width=63', 'width=2401', 'width=9999', 'width=-1', 'width=a', 'width=', 'width=100&width=200'])(
    'rejects the query ?%s',
    async (query) => {
      const { signers } = await app.sent();
      const own = await app.recipient(signers[0]?.email ?? '');
      expectInvalid(await own.caller.both('GET', `/api/signing/${signers[0]?.id}/pages/1?${query}`), 'width');
    },
  );
  test('rejects an unknown query parameter', async () => {
    const { signers } = await app.sent();
    const own = await app.recipient(signers[0]?.email ?? '');
    expectInvalid(await own.caller.both('GET', `/api/signing/${signers[0]?.id}/pages/1?format=png`), 'format');
  });
});
