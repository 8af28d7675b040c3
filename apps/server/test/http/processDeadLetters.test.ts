import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { trailOf } from '../support/people.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { addWebhook, deadLetters, deliveriesOf, LOOPBACK, QUEUE, WEBHOOKS } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
beforeEach(async () => {
  const owner = await app.session();
  for (const { id } of (await owner.get<'listWebhooks'>(WEBHOOKS)).body.webhooks)
    await owner.send('DELETE', `${WEBHOOKS}/${id}`);
  receiver.answer(500);
  receiver.received.length = 0;
});

const add = () => addWebhook(app, { url: receiver.url, events: ['document.created'] });
const process = async (body: object) => (await app.session()).post<'processDeadLetters'>(QUEUE, body);
const waiting = async () => (await app.session()).get<'listDeadLetters'>(QUEUE);

describe('200', () => {
  test('resends the given dead letters with their event IDs, and lists the IDs that are not dead letters', async () => {
    const { id } = await add();
    const [one = '', two = '', three = ''] = await deadLetters(app, id, 3);
    const before = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    receiver.answer(200);
    const unknown = newId('delivery');
    const answer = await process({ ids: [one, two, one, unknown], action: 'replay' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ success: true, action: 'replay', processed: 2, skipped: [unknown] });
    await until(
      'both deliveries to succeed',
      async () => (await deliveriesOf(app, id)).filter(({ state }) => state === 'delivered').length === 2,
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(before);
    expect((await waiting()).body.deliveries.map((entry) => entry.id)).toEqual([three]);
    expect(await trailOf(app)).toContain('webhook.dead-letters-replayed');
    expect((await process({ ids: [one], action: 'replay' })).body).toMatchObject({ processed: 0, skipped: [one] });
  });

  test('returns a dead letter to the queue after five more failed attempts', async () => {
    const { id } = await add();
    const [one = ''] = await deadLetters(app, id, 1);
    await process({ ids: [one], action: 'replay' });
    const entry = await until('an attempt', async () =>
      (await deliveriesOf(app, id)).find(({ attempts }) => attempts === 6),
    );
    expect((Date.parse(entry.next_attempt_at ?? '') - app.clock.now().getTime()) / 60_000).toBe(5);
  });

  test('discards the dead letters that match a filter, or all dead letters, and keeps them in the delivery log', async () => {
    const { id } = await add();
    const { id: other } = await addWebhook(app, { url: receiver.url, events: ['document.sent'] });
    await deadLetters(app, id, 2);
    expect((await process({ all: true, action: 'discard', integrationId: other })).body.processed).toBe(0);
    const all = (await waiting()).body.total;
    expect((await process({ all: true, action: 'discard', integrationId: id })).body.processed).toBe(2);
    expect((await process({ all: true, action: 'discard' })).body.processed).toBe(all - 2);
    expect((await waiting()).body.total).toBe(0);
    expect((await deliveriesOf(app, id)).map(({ state }) => state)).toEqual(['discarded', 'discarded']);
    expect(await trailOf(app)).toContain('webhook.dead-letters-discarded');
  });

  test('leaves dead letters of another organization unchanged', async () => {
    const { id } = await add();
    const [one = ''] = await deadLetters(app, id, 1);
    const { owner } = await app.otherTenant();
    const named = await owner.post<'processDeadLetters'>(QUEUE, { ids: [one], action: 'discard' });
    expect(named.body).toMatchObject({ processed: 0, skipped: [one] });
    expect((await owner.post<'processDeadLetters'>(QUEUE, { all: true, action: 'discard' })).body.processed).toBe(0);
    expect((await waiting()).body.total).toBe(1);
  });
});

forWebhooks(app, { method: 'POST', path: QUEUE, body: { all: true, action: 'replay' } });

describe('422', () => {
  test.each([
    ['neither IDs nor all', { action: 'replay' }],
    ['both IDs and all', { ids: [newId('delivery')], all: true, action: 'replay' }],
    ['an empty list of IDs', { ids: [], action: 'replay' }],
    ['an ID of another type', { ids: [newId('webhook')], action: 'replay' }],
    ['an unknown action', { all: true, action: 'burn' }],
    ['all: false', { all: false, action: 'replay' }],
  ])('rejects an invalid dead letter request: %s', async (_, body) => {
    const answer = await (await app.session()).post(QUEUE, body);
    expect(answer.status, answer.text).toBe(422);
    expectInvalid(answer, (answer.body as { error: { field: string } }).error.field);
  });
});
