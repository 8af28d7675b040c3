import { system } from '@countersign/words/en/app/system';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/health/security';
async function checks(): Promise<Record<string, { status: string; message: string }>> {
  const { status, body, text } = await app.owner.get<'getSecurityHealth'>(path);
  expect(status, text).toBe(200);
  return Object.fromEntries(body.checks.map((check) => [check.name, check]));
}

test('returns the ages of certificates and revocation lists, the number of people without a second factor, and weak settings', async () => {
  const found = await checks();
  expect(
    Object.keys(found).filter((name) => !(name in system.checks)),
    'the app names every check',
  ).toEqual([]);
  expect(Object.keys(found)).toEqual([
    'certificate-root',
    'certificate-issuing',
    'certificate-timestamp',
    'certificate-ocsp',
    'revocation-data',
    'trusted-lists',
    'second-factors',
    'api-keys',
    'master-key',
    'files-encrypted',
    'database-encrypted',
    'public-address',
    'proxies',
    'mail-encrypted',
    'registration',
    'private-addresses',
    'log',
  ]);
  expect(found['certificate-root']).toMatchObject({
    status: 'healthy',
    message: expect.stringContaining('0 days old'),
  });
  expect(found['second-factors']).toMatchObject({
    status: 'unhealthy',
    message: '1 of 1 users who sign in with a password have no second factor. 1 of them administer this installation.',
  });
});

test('counts the users without a second factor, and reports API keys older than a year', async () => {
  await app.otherTenant();
  await app.sql(`update users set two_factor_since = now() where email = 'grace@northwind.example'`);
  await app.makeKey();
  await app.sql(`update api_keys set issued_at = issued_at - interval '366 days'`);
  const found = await checks();
  expect(found['second-factors']).toMatchObject({
    status: 'degraded',
    message: expect.stringContaining('1 of 2 users'),
  });
  expect(found['api-keys']).toMatchObject({
    status: 'degraded',
    message: expect.stringMatching(/are older than a year/),
  });
});

test('accepts the service credential for operator tasks', async () => {
  const { body } = await app.service.get<'getSecurityHealth'>(path);
  expect(body.checks.map(({ name }) => name)).toContain('second-factors');
});

test("accepts an admin-scoped API key that belongs to an owner of the operator's organization", async () => {
  const { caller } = await app.makeKey({ scopes: ['admin'] });
  expect((await caller.get(path)).status).toBe(200);
  const { caller: adminsKey } = await app.makeKey({ by: (await app.member('admin')).caller, scopes: ['admin'] });
  const other = await app.otherTenant();
  const { caller: others } = await app.makeKey({ by: other.owner, scopes: ['admin'] });
  for (const who of [adminsKey, others]) expectError(await who.get(path), 'FORBIDDEN');
});

test("returns 403 to everyone except administrators of the operator's organization", async () => {
  const { caller } = await app.member('member');
  const { caller: key } = await app.makeKey({ scopes: ['documents:read'] });
  for (const who of [caller, (await app.otherTenant()).owner]) expectError(await who.get(path), 'FORBIDDEN');
  expect((await key.get(path)).body).toMatchObject({ error: 'FORBIDDEN', details: { scope: 'admin' } });
});

needsCredential(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);

test('states the date on which a certificate expired', async () => {
  app.clock.advance({ days: 40 * 365 });
  const { body } = await app.service.get<'getSecurityHealth'>(path);
  expect(body.checks.find(({ name }) => name === 'certificate-root')).toMatchObject({
    status: 'unhealthy',
    message: expect.stringMatching(/ days old and expired on \d{4}-\d{2}-\d{2}\.$/) as string,
  });
});
