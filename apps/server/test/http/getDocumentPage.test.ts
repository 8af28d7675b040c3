import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makeBomb, makePdf } from '../support/pdf.ts';
import {
  countsPagesApart,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const { id } = await app.draft({ pages: 2 });
const path = `/api/documents/${id}/pages/2`;

describe('200', () => {
  test('returns an image of the page at the requested width', async () => {
    const answer = await app.key.both('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect((await sharp(answer.bytes).metadata()).width).toBe(900);
    const small = await app.owner.get(`${path}?width=100`);
    expect((await sharp(small.bytes).metadata()).width).toBe(100);
  });
});

describe('304', () => {
  test('returns 304 for a page until the document changes', async () => {
    const etag = (await app.key.get(path)).headers.get('etag') ?? '';
    expect((await app.key.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
    expect((await app.key.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('416', () => {
  test('rejects a range beyond the end of the image', async () => {
    const size = (await app.key.get(path)).bytes.length;
    const answer = await app.key.both('GET', path, { headers: { range: `bytes=${size}-` } });
    expectError(answer, 'RANGE_NOT_SATISFIABLE', { size });
    expect(answer.headers.get('content-range')).toBe(`bytes */${size}`);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (document) => ({ method: 'GET', path: `/api/documents/${document}/pages/1` }));

describe('404 for a page', () => {
  test('rejects a page beyond the last page', async () => {
    const draft = await app.draft();
    expectError(await app.key.both('GET', `/api/documents/${draft.id}/pages/2`), 'NOT_FOUND', { pages: 1 });
  });
  test.each(['0', '-1', 'x', '1.0', '100001', '99999999999'])('rejects the page number %s', async (page) => {
    const answer = await app.key.both('GET', `/api/documents/${id}/pages/${page}`);
    expectError(answer, 'NOT_FOUND', answer.text.includes('pages') ? { pages: 3 } : {});
  });
});

describe('503 and 429', () => {
  test('reports on upload that a page cannot be drawn, and neither retries the page nor delays other requests', async () => {
    const upload = await app.key.send('POST', '/api/documents/upload', {
      headers: MULTIPART,
      body: pdfUpload(makeBomb()),
    });
    expect(upload.status).toBe(201);
    const { document } = upload.body as { document: { id: string; warnings: string[] } };
    expect(document.warnings).toEqual([expect.stringMatching(/^Page 2 cannot be shown to recipients here/)]);
    const asked = Array.from({ length: 120 }, (_, index) =>
      app.key.get(`/api/documents/${document.id}/pages/2?width=${100 + index}`, { mayFail: true }),
    );
    const other = await (
      await app.otherTenant()
    ).key.send('POST', '/api/documents/upload', { headers: MULTIPART, body: pdfUpload(makePdf()) });
    expect(other.status).toBe(201);
    for (const answer of await Promise.all(asked)) {
      expect([429, 503]).toContain(answer.status);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const again = await app.key.get(`/api/documents/${document.id}/pages/2`, { mayFail: true });
    expectError(again, 'SERVICE_UNAVAILABLE', {});
    expect(again.text).toContain('too complex to be shown');
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await app.key.get(`/api/documents/${document.id}/pages/1`)).status).toBe(200);
  });
});

refusesOtherMethods(app, path, ['GET']);

describe('422', () => {
  test.each([
    ['width=63', 'width'],
    ['width=2401', 'width'],
    ['width=1e3', 'width'],
    ['scale=2', 'scale'],
  ])('rejects the query ?%s', async (query, field) => {
    expectInvalid(await app.key.both('GET', `${path}?${query}`), field);
  });
});

countsPagesApart(app, { method: 'GET', path });
