import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const { id } = await app.draft({ pages: 2 });
const path = `/api/documents/${id}/pages/2`;

describe('200', () => {
  test('a picture of the page, as wide as asked for', async () => {
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
  test('until something is added', async () => {
    const etag = (await app.key.get(path)).headers.get('etag') ?? '';
    expect((await app.key.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
    expect((await app.key.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('416', () => {
  test('beyond the end of the picture', async () => {
    const size = (await app.key.get(path)).bytes.length;
    const answer = await app.key.both('GET', path, { headers: { range: `bytes=${size}-` } });
    expectError(answer, 'RANGE_NOT_SATISFIABLE', { size });
    expect(answer.headers.get('content-range')).toBe(`bytes */${size}`);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (document) => ({ method: 'GET', path: `/api/documents/${document}/pages/1` }));

describe('404 of a page', () => {
  test('beyond the last', async () => {
    const draft = await app.draft();
    expectError(await app.key.both('GET', `/api/documents/${draft.id}/pages/2`), 'NOT_FOUND', { pages: 1 });
  });
  test.each(['0', '-1', 'x', '1.0', '100001', '99999999999'])('%s', async (page) => {
    const answer = await app.key.both('GET', `/api/documents/${id}/pages/${page}`);
    expectError(answer, 'NOT_FOUND', answer.text.includes('pages') ? { pages: 3 } : {});
  });
});

refusesOtherMethods(app, path, ['GET']);

describe('422', () => {
  test.each([
    ['width=63', 'width'],
    ['width=2401', 'width'],
    ['width=1e3', 'width'],
    ['scale=2', 'scale'],
  ])('?%s', async (query, field) => {
    expectInvalid(await app.key.both('GET', `${path}?${query}`), field);
  });
});

countsRequests(app, { method: 'GET', path });
