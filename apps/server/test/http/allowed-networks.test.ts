/**
 * Tests the restriction of members and API keys to the networks that an organization allows. Signers are never
 * restricted.
 */
import { expect, test } from 'vitest';
import { runConsole } from '../../src/main/console.ts';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { withApp } from '../support/second-factor.ts';
import { join, trailOf } from '../support/people.ts';

const app = await startTestApp({ trustedProxies: ['127.0.0.1'] });
const OFFICE = { 'x-forwarded-for': '203.0.113.7' };
const HOME = { 'x-forwarded-for': '198.51.100.1' };
const documents = (by: Caller, headers: Record<string, string>) => by.get('/api/documents/paginated', { headers });
const restrict = (by: Caller, networks: string[], headers: Record<string, string> = OFFICE) =>
  by.send('PATCH', '/api/organization', { headers, body: { settings: { allowed_networks: networks } } });

test('restricts sessions and API keys to the allowed networks immediately, and leaves signing links, sign-out and other organizations unaffected', async () => {
  const admin = await withApp(app, await join(app, { role: 'admin' }));
  const { caller: key } = await app.makeKey();
  const { signers, token } = await app.sentToOne();
  const refused = await restrict(admin.caller, ['192.0.2.0/24', '2001:db8::/32']);
  expectInvalid(refused, 'settings.allowed_networks', 'locks_you_out');
  expect(refused.text).toContain('203.0.113.7');
  expect((await documents(key, HOME)).status).toBe(200);

  const set = await restrict(admin.caller, ['203.0.113.0/24', '2001:db8::/32']);
  expect(set.status, set.text).toBe(200);
  for (const caller of [key, admin.caller]) {
    expect((await documents(caller, OFFICE)).status).toBe(200);
    expect((await documents(caller, { 'x-forwarded-for': '2001:db8::17' })).status).toBe(200);
    expectError(await documents(caller, HOME), 'NETWORK_NOT_ALLOWED', { address: '198.51.100.1' });
  }
  await app.services.securityEvents.flush();
  const { events } = (
    await admin.caller.get<'listSecurityEvents'>('/api/admin/security/events?kind=network.refused', { headers: OFFICE })
  ).body;
  expect(events.map(({ user, address }) => [user?.id, address])).toContainEqual([admin.userId, '198.51.100.1']);
  expect(events.every(({ severity }) => severity === 'medium')).toBe(true);
  expect((await admin.caller.get('/api/auth/session', { headers: HOME })).status).toBe(200);
  expect((await admin.caller.get('/api/organizations', { headers: HOME })).status).toBe(200);
  const link = app.anyone.with({ bearer: token });
  expect((await link.get(`/api/signing/${signers[0]?.id}`, { headers: HOME })).status).toBe(200);
  const other = await app.otherTenant();
  expect((await documents(other.owner, HOME)).status).toBe(200);
  // The trail records only the number of networks, because a network may reveal a person's home.
  const { entries } = (await admin.caller.get<'listAuditLog'>('/api/audit?pageSize=1', { headers: OFFICE })).body;
  expect(entries[0]?.summary).toBe('Organization changed (allowed_networks from 0 to 2)');

  // The operator removes the restriction.
  const lines: string[] = [];
  const io = { out: (text: string) => void lines.push(text), err: (text: string) => void lines.push(text) };
  const run = (id: string) => runConsole(app.config, ['accounts', 'open-networks', id], io, app.clock);
  expect(await run(app.tenant.organizationId), lines.join('\n')).toBe(0);
  app.services.memory.forget('credentials');
  expect((await documents(key, HOME)).status).toBe(200);
  expect((await trailOf(app)).at(-1)).toBe('organization.changed');
  expect(await run(app.tenant.organizationId)).toBe(1);
  expect(await run('org_00000000000000000000000000')).toBe(1);
  expect(lines.slice(1)).toEqual([
    'This organization does not restrict access by network.',
    'This organization does not exist. To list all organizations, run: npm start -- limits',
  ]);
});

test('rejects network restrictions that are set by a session without a second factor', async () => {
  expect((await restrict(await app.session(), ['203.0.113.0/24'])).body).toMatchObject({
    error: 'TWO_FACTOR_REQUIRED',
  });
});
