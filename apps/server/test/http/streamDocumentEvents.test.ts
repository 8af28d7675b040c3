import { once } from 'node:events';
import { connect } from 'node:net';
import { STREAM_LIMITS } from '@countersign/contract';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { Listener } from '../support/event-listener.ts';
import { hidesDocuments, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const path = (id: string) => `/api/documents/${id}/events`;

test('streams only the events of the requested document, even after a reconnect', async () => {
  const { id, token } = await app.sentToOne();
  const listener = await Listener.open(app, app.key, path(id));
  const { event, id: begun = '' } = await listener.first();
  expect(event).toBe('open');
  await app.draft();
  await app.sign(id, { token });
  await listener.count(3);
  expect(listener.kinds).toEqual(['document.signed', 'recipient.completed', 'document.completed']);
  expect(listener.events.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  const again = await Listener.open(app, app.key, path(id), { 'last-event-id': begun });
  await again.count(3);
  expect(again.kinds).toEqual(listener.kinds);
});

const stray = newId('document');
needsCredential(app, { method: 'GET', path: path(stray) });

test("returns 429 for a stream beyond an API key's limit on open streams", async () => {
  const { id } = await app.draft();
  const { caller } = await app.makeKey();
  for (let i = 0; i < STREAM_LIMITS.streams; i += 1) await Listener.open(app, caller, path(id));
  expectError(await caller.get(path(id)), 'TOO_MANY_STREAMS', { limit: STREAM_LIMITS.streams });
});

needsScope(app, 'documents:read', { method: 'GET', path: path(stray) });
hidesDocuments(app, (id) => ({ method: 'GET', path: path(id) }));
refusesOtherMethods(app, path(stray), ['GET']);

test('ends its streams when the server stops, and accepts no new streams', async () => {
  const { id } = await app.draft();
  const listener = await Listener.open(app, app.key, path(id));
  await listener.first();
  await app.services.live.close();
  await listener.over();
  // Browsers open connections before they send a request. Such a connection must not keep the server from stopping.
  const unused = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(unused, 'connect');
  const refused = await app.key.get(path(id), { mayFail: true });
  expectError(refused, 'SERVICE_UNAVAILABLE');
  expect(refused.headers.get('retry-after')).toBe('5');
});
