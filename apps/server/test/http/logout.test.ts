import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, refusesApiKeys, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const sample = { method: 'POST', path: '/api/auth/logout' };

describe('200', () => {
  test.each(['/api/auth/logout', '/v1/api/auth/logout'])(
    '%s ends the session immediately and clears the cookie',
    async (path) => {
      const session = await app.logIn();
      expect((await session.get('/api/auth/session')).status).toBe(200);
      const answer = await session.post(path);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
      expect(answer.headers.getSetCookie()[0]).toMatch(/^countersign_session=; .*Expires=Thu, 01 Jan 1970/);
      expectError(await session.get('/api/auth/session'), 'UNAUTHORIZED');
      expectError(await session.post(path), 'UNAUTHORIZED');
    },
  );
});

needsCredential(app, sample);

describe('403', () => {
  refusesApiKeys(app, sample);

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('does not let %s sign out a user', async (_, headers) => {
    expectError(await app.owner.post('/api/auth/logout', undefined, { headers }), 'CROSS_SITE_REQUEST');
    expect((await app.owner.get('/api/auth/session')).status).toBe(200);
  });
});

refusesOtherMethods(app, '/api/auth/logout', ['POST']);
