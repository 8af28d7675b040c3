import { expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config.ts';
import { startTestApp } from '../support/app.ts';

test('states the contact for vulnerability reports, the canonical URL and the expiration date (RFC 9116)', async () => {
  const app = await startTestApp({ publicUrl: 'http://sign.northwind.example' });
  const { status, text, headers } = await app.anyone.get('/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@sign.northwind.example',
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    'Preferred-Languages: en',
    'Canonical: http://sign.northwind.example/.well-known/security.txt',
    '',
  ]);
  const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? '').getTime();
  expect(expires).toBeGreaterThan(app.clock.now().getTime());
  expect(expires).toBeLessThan(app.clock.now().getTime() + 365 * 86_400_000);
});

test('states the security contact and the security policy of the operator', async () => {
  const app = await startTestApp({
    publicUrl: 'http://sign.northwind.example',
    securityReports: { contact: 'https://northwind.example/report', policy: 'https://northwind.example/security' },
  });
  const { text } = await app.anyone.get('/.well-known/security.txt');
  expect(text.split('\n')).toEqual([
    'Contact: https://northwind.example/report',
    expect.stringContaining('Expires: '),
    'Policy: https://northwind.example/security',
    'Preferred-Languages: en',
    'Canonical: http://sign.northwind.example/.well-known/security.txt',
    '',
  ]);
});

test.each([
  ['SECURITY_CONTACT', 'http://northwind.example', 'must be an address that begins with mailto: or https://'],
  ['SECURITY_POLICY', 'mailto:security@northwind.example', 'must be an address that begins with https://'],
])('rejects the setting %s=%s', (name, value, rule) => {
  expect(loadConfig({ [name]: value })).toEqual({ ok: false, faults: [`${name}: ${rule}`] });
});
