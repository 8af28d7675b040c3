/** Tests the server behind HTTPS: cookies, headers, and the trusted source of a request's IP address. */
import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp({ publicUrl: 'https://sign.example.com', trustedProxies: ['127.0.0.1'] });
const { email, password } = OWNER;
const logIn = (headers: Record<string, string> = {}) =>
  app.anyone.post('/api/auth/login', { email, password }, { headers });

describe('cookies over HTTPS', () => {
  test('binds session cookies to the host, sends them only over HTTPS, and hides them from scripts and other sites', async () => {
    const cookies = (await logIn()).headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      const [pair, ...attributes] = cookie.split('; ');
      expect(pair).toMatch(/^__Host-countersign_(session|device)=[\w-]{20,}/);
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
      expect(cookie.toLowerCase()).not.toContain('domain=');
    }
  });

  test('rejects a session cookie without the __Host- prefix, which another host of the same domain could set', async () => {
    const session = (await logIn()).headers.getSetCookie().find((cookie) => cookie.includes('_session=')) ?? '';
    const token = /=([^;]+)/.exec(session)?.[1] ?? '';
    const secure = app.anyone.with({ cookie: `__Host-countersign_session=${token}` });
    const plain = app.anyone.with({ cookie: `countersign_session=${token}` });
    expect((await secure.get('/api/auth/session')).status).toBe(200);
    expectError(await plain.get('/api/auth/session'), 'UNAUTHORIZED');
  });
});

test('tells the browser in every response to use HTTPS, not to sniff content types and not to store the response', async () => {
  for (const path of ['/api/health', '/api/auth/session', '/nowhere/api', '/login']) {
    const { headers } = await app.anyone.get(path);
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('forbids scripts and frames in API responses, and sends a separate policy with pages', async () => {
  const policyOf = async (path: string) => (await app.anyone.get(path)).headers.get('content-security-policy');
  for (const path of ['/api/health', '/api/auth/session', '/nowhere/api', '/api/v1/docs'])
    expect([path, await policyOf(path)]).toEqual([path, "default-src 'none'; frame-ancestors 'none'"]);
  expect(await policyOf('/login')).toContain("script-src 'self'");
});

describe('client address of a request', () => {
  const from = async (forwarded: string) => {
    await logIn({ 'x-forwarded-for': forwarded });
    const line = app.lines.findLast((entry) => entry.includes('"msg":"request"')) ?? '{}';
    return (JSON.parse(line) as { ip: string }).ip;
  };

  test('uses the client address that a configured proxy reports', async () => {
    expect(await from('203.0.113.7')).toBe('203.0.113.7');
  });
  test('uses the nearest address that is not a configured proxy, regardless of entries that the client prepends', async () => {
    expect(await from('198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
  });
});

test('ignores forwarding headers if no proxies are configured', async () => {
  const open = await startTestApp();
  await open.anyone.get('/api/health', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  const line = open.lines.findLast((entry) => entry.includes('"msg":"request"')) ?? '{}';
  expect(line).toContain('"ip":"127.0.0.1"');
});
