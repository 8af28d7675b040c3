/** Tests an organization's live updates: their content and recipients, and how they are resumed and ended. */
import { connect } from 'node:net';
import { STREAM_LIMITS, liveMessage } from '@countersign/contract';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { Listener } from '../support/event-listener.ts';
import { needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const PATH = '/api/events';
const app = await startTestApp();

/** Adds events of a tenant, by default in one transaction each. */
async function addEvents(tenantId: string, count: number, text = ''): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('event', app.clock.now()));
  await app.sql(
    `insert into outbox (tenant_id, id, kind, data, created_at)
     select $1, id, 'user.created', jsonb_build_object('userId', 'usr_1', 'user', jsonb_build_object('id', 'usr_1', 'email', $4::text)), $3
     from unnest($2::text[]) id`,
    [tenantId, ids, app.clock.now(), text],
  );
  return ids;
}
const opened = async (listener: Listener) => expect((await listener.first()).event).toBe('open');

describe('200', () => {
  test('streams events in the order they happen, with the sequence number within their document', async () => {
    const listener = await Listener.open(app, app.key, `/v1${PATH}`);
    expect(listener.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(listener.headers.get('cache-control')).toBe('no-store');
    await opened(listener);
    const { id, token } = await app.sentToOne();
    await app.sign(id, { token });
    const events = await listener.count(4);
    for (const event of events) liveMessage.parse(event);
    expect(listener.kinds.slice(0, 4)).toEqual([
      'document.created',
      'document.sent',
      'document.signed',
      'recipient.completed',
    ]);
    expect(events.map(({ sequence }) => sequence).slice(0, 4)).toEqual([1, 2, 3, 4]);
    expect(listener.messages.slice(1).map((message) => message.id)).toEqual(
      listener.events.map((event) => event['id']),
    );
    expect(events[0]).toMatchObject({ data: { object: { documentId: id, document: { id, status: 'draft' } } } });
    // Data that is used only in e-mails is not included in the stream.
    expect(JSON.stringify(events)).not.toContain('recipients');
    await app.sealed(id);
  });

  test('streams events from other server processes', async () => {
    const listener = await Listener.open(app, await app.session(), PATH);
    await opened(listener);
    const ids = await addEvents(app.tenant.tenantId, 3);
    await listener.count(3);
    expect(new Set(listener.events.map(({ id }) => id))).toEqual(new Set(ids));
  });

  test('streams no events from another organization or from the other environment', async () => {
    const other = await app.otherTenant();
    const listener = await Listener.open(app, app.key, PATH);
    const sandbox = await Listener.open(app, await app.session(), `/sandbox${PATH}`);
    await Promise.all([opened(listener), opened(sandbox)]);
    await app.draft({ by: other.key });
    const { id } = await app.draft();
    await listener.count(1);
    expect(listener.events[0]).toMatchObject({ data: { object: { documentId: id } } });
    expect(sandbox.events).toEqual([]);
  });

  test('sends members only the events of their own documents', async () => {
    const { caller } = await app.member('member');
    const listener = await Listener.open(app, caller, PATH);
    await opened(listener);
    await app.draft();
    await addEvents(app.tenant.tenantId, 1);
    const own = await app.draft({ by: caller });
    await listener.count(1);
    expect(listener.events).toHaveLength(1);
    expect(listener.events[0]).toMatchObject({ data: { object: { documentId: own.id } } });
  });

  test('streams the events of a transaction even if a later transaction commits first', async () => {
    const listener = await Listener.open(app, app.key, PATH);
    await opened(listener);
    const [first, second] = [newId('event'), newId('event')];
    const insert = `insert into outbox (tenant_id, id, kind, data, created_at) values ($1, $2, 'user.created', $3, $4)`;
    const values = (id: string) => [
      app.tenant.tenantId,
      id,
      { userId: 'usr_1', user: { id: 'usr_1' } },
      app.clock.now(),
    ];
    const slow = new pg.Client(app.directConnection);
    await slow.connect();
    onTestFinished(() => slow.end());
    await slow.query('begin');
    await slow.query(insert, values(first));
    await app.sql(insert, values(second));
    await app.services.live.readNewEvents();
    expect(listener.events).toEqual([]);
    await slow.query('commit');
    await listener.count(2);
    expect(listener.events.map(({ id }) => id)).toEqual([first, second]);
  });
});

describe('Last-Event-ID', () => {
  test.each(['header', 'query'])('resumes the stream after the event whose ID is in the %s', async (how) => {
    const listener = await Listener.open(app, app.key, PATH);
    await opened(listener);
    await app.draft();
    await listener.count(1);
    const last = listener.lastId;
    listener.close();
    const missed = [await app.draft(), await app.draft()];
    const again = await Listener.open(
      app,
      app.key,
      how === 'query' ? `${PATH}?lastEventId=${last}` : PATH,
      how === 'header' ? { 'last-event-id': last } : {},
    );
    await opened(again);
    const next = await app.draft();
    await again.count(3);
    expect(again.events.map(({ data }) => (data as { object: { documentId: string } }).object.documentId)).toEqual(
      [...missed, next].map(({ id }) => id),
    );
  });

  test('sends Last-Event-ID in the first message of a new stream, so that no change before the first event is lost', async () => {
    await app.draft();
    const listener = await Listener.open(app, app.key, PATH);
    const { id = '' } = await listener.first();
    listener.close();
    const { id: documentId } = await app.draft();
    const again = await Listener.open(app, app.key, PATH, { 'last-event-id': id });
    await again.count(1);
    expect(again.events[0]).toMatchObject({ data: { object: { documentId } } });
  });

  test.each([
    ['was never issued', async () => newId('event')],
    ['is invalid', async () => 'nonsense'],
    ['belongs to another organization', async () => (await addEvents((await app.otherTenant()).tenantId, 1))[0] ?? ''],
    [
      `is followed by more than ${STREAM_LIMITS.missed} events`,
      async () => {
        const [first = ''] = await addEvents(app.tenant.tenantId, 1);
        await addEvents(app.tenant.tenantId, STREAM_LIMITS.missed + 1);
        return first;
      },
    ],
    [
      `is more than ${STREAM_LIMITS.hours} hours old`,
      async () => {
        const [first = ''] = await addEvents(app.tenant.tenantId, 1);
        app.clock.advance({ hours: STREAM_LIMITS.hours, seconds: 1 });
        return first;
      },
    ],
  ])('sends a reset event, and then new events, if the last event ID %s', async (_, make) => {
    const listener = await Listener.open(app, app.key, PATH, { 'last-event-id': await make() });
    expect((await listener.first()).event).toBe('reset');
    const { id } = await app.draft();
    await listener.count(1);
    expect(listener.events[0]).toMatchObject({ data: { object: { documentId: id } } });
  });
});

describe('end of a stream', () => {
  test('ends the stream when its API key is revoked, and sends no later events', async () => {
    const { caller, id } = await app.makeKey();
    const listener = await Listener.open(app, caller, PATH);
    await opened(listener);
    await (await app.session()).send('DELETE', `/api/settings/api-keys?id=${id}`);
    await listener.over();
    expect(listener.events).toEqual([]);
    expectError(await caller.get(PATH), 'UNAUTHORIZED');
  });

  test('ends the stream when the user signs out', async () => {
    const caller = await app.logIn();
    const listener = await Listener.open(app, caller, PATH);
    await opened(listener);
    await caller.post('/api/auth/logout');
    await listener.over();
  });

  test('ends the stream with the next event after another process revokes the credential, and does not send that event', async () => {
    const { caller, id } = await app.makeKey();
    const listener = await Listener.open(app, caller, PATH);
    await opened(listener);
    await app.sql('update api_keys set revoked_at = $2 where id = $1', [id, app.clock.now()]);
    app.clock.advance({ seconds: 2 });
    await app.draft({ by: app.key });
    await listener.over();
    expect(listener.events).toEqual([]);
  });

  test('ends the stream when the session expires from inactivity, because an open stream does not count as activity', async () => {
    const caller = await app.session();
    const listener = await Listener.open(app, caller, PATH);
    await opened(listener);
    // The session is inactive for longer than the organization allows (30 minutes), with a check halfway.
    app.clock.advance({ minutes: 20 });
    await app.services.live.recheck();
    expect(listener.isOver).toBe(false);
    app.clock.advance({ minutes: 20 });
    await app.services.live.recheck();
    await listener.over();
  });

  test('ends the stream of a reader that stops reading, and releases its buffered data', async () => {
    const key = await app.makeKey();
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key.key}\r\n\r\n`);
    socket.pause();
    onTestFinished(() => void socket.destroy());
    let isClosed = false;
    socket.on('error', () => (isClosed = true)).on('close', () => (isClosed = true));
    const healthy = await Listener.open(app, app.key, PATH);
    await opened(healthy);
    for (let i = 0; i < 12; i += 1) {
      await addEvents(app.tenant.tenantId, 100, 'x'.repeat(8_000));
      await healthy.count((i + 1) * 100);
    }
    socket.resume();
    await until('the slow connection to be closed', () => isClosed);
    expect(healthy.isOver).toBe(false);
  }, 30_000);
});

describe('429', () => {
  test(`rejects a stream beyond the limit of ${STREAM_LIMITS.streams} per API key, and accepts a new stream after another closes`, async () => {
    const { caller } = await app.makeKey();
    const listeners: Listener[] = [];
    for (let i = 0; i < STREAM_LIMITS.streams; i += 1) listeners.push(await Listener.open(app, caller, PATH));
    const refused = await caller.get(PATH);
    expectError(refused, 'TOO_MANY_STREAMS', { limit: STREAM_LIMITS.streams });
    expect(refused.headers.get('retry-after')).toBe('5');
    listeners[0]?.close();
    await until('room', async () => (await caller.get(PATH)).status === 200);
  });
});

test('returns the same headers for a HEAD request and opens no stream', async () => {
  const { caller } = await app.makeKey();
  for (let i = 0; i <= STREAM_LIMITS.streams; i += 1) {
    const answer = await caller.send('HEAD', PATH);
    expect(answer.status).toBe(200);
  }
});

test('sends heartbeats while no events occur', async () => {
  const listener = await Listener.open(app, app.key, PATH);
  await opened(listener);
  await app.services.live.recheck({ beat: true });
  await until('a heartbeat', () => listener.heartbeats > 0);
});

needsCredential(app, { method: 'GET', path: PATH });
needsScope(app, 'documents:read', { method: 'GET', path: PATH });
refusesOtherMethods(app, PATH, ['GET']);
