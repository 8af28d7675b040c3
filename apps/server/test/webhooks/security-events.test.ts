/**
 * Tests the delivery of security events to webhooks that select them, and from the operator's organization to its log
 * server.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { openLogServer } from '../support/log-server.ts';
import { openReceiver } from '../support/receiver.ts';
import { addWebhook, deliveriesOf, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const receiver = await openReceiver();
const everything = await openReceiver();
const logServer = await openLogServer();
const app = await startTestApp({
  ...LOOPBACK,
  syslog: { host: '127.0.0.1', port: logServer.port, caFile: logServer.caFile },
});
const forward = async () => {
  await app.services.securityEvents.flush();
  await app.services.timers.run('security event forwarding');
};
const kinds = (bodies: readonly { json: Record<string, unknown> }[]) =>
  bodies.flatMap(({ json }) => {
    const { data } = json as { data: { object: { security: { events: { kind: string }[] } } } };
    return data.object.security.events.map(({ kind }) => kind);
  });

test('sends batches of new security events to a webhook that subscribes to them by name, but not to a webhook that subscribes to *', async () => {
  await forward();
  const named = await addWebhook(app, { url: receiver.url, events: ['security.events'] });
  const star = await addWebhook(app, { url: everything.url, events: ['*'] });
  await app.makeKey();
  await forward();
  const [first] = await receiver.count(1);
  expect(first?.json).toMatchObject({
    type: 'security.events',
    data: { object: { organizationId: app.tenant.organizationId, security: { events: expect.any(Array) } } },
  });
  expect(kinds(receiver.received)).toEqual(expect.arrayContaining(['webhook.created', 'api-key.created']));
  expect(first?.body, 'the event names the user only by ID').not.toContain('Grace Hopper');
  await forward();
  await app.draft();
  await everything.count(1);
  expect(everything.received.map(({ json }) => json['type'])).toEqual(['document.created']);
  expect(await deliveriesOf(app, star.id)).toHaveLength(1);
  expect(await deliveriesOf(app, named.id)).toHaveLength(1);
});

test('sends security events to the operator’s log server, except events from other organizations', async () => {
  const { owner } = await app.otherTenant();
  logServer.messages.length = 0;
  await owner.post('/api/settings/api-keys', { name: 'Theirs', scopes: ['admin'] });
  await app.makeKey();
  await forward();
  const own = logServer.messages.filter((line) => line.includes('api-key.created'));
  expect(own).toHaveLength(1);
  expect(own[0]).toContain('API key created');
  const [{ waiting } = { waiting: -1 }] = await app.sql<{ waiting: number }>(
    'select count(*)::int as waiting from security_events where to_syslog or to_webhooks',
  );
  expect(waiting).toBe(0);
});

test('keeps no transaction open while the log server is slow, and never sends an event twice', async () => {
  await app.makeKey();
  const waiting = logServer.hold();
  const forwarding = forward();
  const { release } = await waiting;
  const open = await app.sql(
    `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       and position('security_events' in query) > 0`,
  );
  release();
  await forwarding;
  expect(open).toEqual([]);
  logServer.messages.length = 0;
  await forward();
  expect(logServer.messages).toEqual([]);
});

test('keeps security events while the log server is down, and does not delay webhooks', async () => {
  await logServer.close();
  const before = receiver.received.length;
  await app.makeKey();
  await forward();
  await receiver.count(before + 1);
  const [{ waiting } = { waiting: -1 }] = await app.sql<{ waiting: number }>(
    `select count(*)::int as waiting from security_events where to_syslog and kind = 'api-key.created'`,
  );
  expect(waiting).toBe(1);
});

test('returns 403 if a key without the admin scope creates a webhook for security events', async () => {
  const { caller: key } = await app.makeKey({ scopes: ['webhooks'] });
  expectError(
    await key.post(WEBHOOKS, { url: receiver.url, events: ['security.events'] }, { mayFail: true }),
    'FORBIDDEN',
    { scope: 'admin' },
  );
});
