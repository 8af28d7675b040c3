import { operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';

/**
 * Tests cross-site request forgery: a page on another site makes the browser of a signed-in user send requests,
 * including the cookie.
 */
const app = await startTestApp();
const changing = Object.values(operations).filter(
  ({ method, credentials }) => method !== 'GET' && (credentials as readonly string[]).includes('session'),
);
const addressOf = (path: string): string => path.replace(/:\w+/g, 'doc_00000000000000000000000000');
const host = new URL(app.url).host;

describe('403 CROSS_SITE_REQUEST', () => {
  test.each([
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['the header Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['another origin and no Sec-Fetch-Site header', { origin: 'https://evil.example' }],
    ['an origin that begins with the same host name', { origin: `http://${host}.evil.example` }],
    ['our own host with another scheme', { origin: `https://${host}` }],
    ['our own host with another port', { origin: `http://${host.split(':')[0]}:1` }],
    ['an opaque origin', { origin: 'null' }],
    ['an invalid origin', { origin: '://' }],
    [
      'our own origin and the header Sec-Fetch-Site: cross-site',
      { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
    ],
  ])('rejects every operation that changes data if the request has %s', async (_, headers) => {
    expect(changing.length).toBeGreaterThanOrEqual(7);
    for (const { method, path, ...rest } of changing) {
      const prefix = 'environment' in rest && rest.environment === 'sandbox' ? '/sandbox' : '';
      const answer = await app.owner.send(method, prefix + addressOf(path), { headers, body: {} });
      expectError(answer, 'CROSS_SITE_REQUEST');
    }
    expect((await app.owner.get('/api/auth/session')).status, 'the owner is still signed in').toBe(200);
  });
});

describe('accepted requests', () => {
  test.each([
    ["the product's own page", { 'sec-fetch-site': 'same-origin', origin: `http://${host}` }],
    ['a typed URL or a bookmark', { 'sec-fetch-site': 'none' }],
    ["the product's own page in an older browser", { origin: `http://${host}` }],
    ['a program', {}],
  ])('accepts a request from %s', async (_, headers) => {
    const { id } = await app.sent();
    expect((await app.owner.post(`/api/documents/${id}/void`, { reason: 'x' }, { headers })).status).toBe(200);
  });

  test('accepts cross-site requests with an API key', async () => {
    const { id } = await app.sent();
    expect(
      (
        await app.key.post(
          `/api/documents/${id}/void`,
          { reason: 'x' },
          { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' } },
        )
      ).status,
    ).toBe(200);
  });

  test('sends no CORS header, so that other sites cannot read a response', async () => {
    const answer = await app.owner.get('/api/documents/paginated', {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(200);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
