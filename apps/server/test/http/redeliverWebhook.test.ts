import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { hidesWebhooks } from '../support/webhook-refusals.ts';
import { addWebhook, delivery, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const path = (id: string, deliveryId: string) => `${WEBHOOKS}/${id}/deliveries/${deliveryId}/redeliver`;

describe('202', () => {
  test('resends a delivered event with the same body, event ID and format, and with a new signature', async () => {
    const { id } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
    await app.draft();
    const first = await delivery(app, id, ({ state }) => state === 'delivered');
    await (await app.session()).send('PATCH', `${WEBHOOKS}/${id}`, { body: { payloadShape: 'C' } });
    app.clock.advance({ hours: 1 });
    const answer = await (await app.session()).post<'redeliverWebhook'>(path(id, first.id));
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body.delivery).toMatchObject({
      id: first.id,
      event_id: first.event_id,
      state: 'pending',
      attempts: 1,
    });
    await until('the delivery to be repeated', async () => (await delivery(app, id, () => true)).attempts === 2);
    const [one, two] = receiver.received;
    expect(two?.body).toBe(one?.body);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(two?.headers['webhook-signature']).not.toBe(one?.headers['webhook-signature']);
  });

  test('sends a pending delivery immediately, with five new attempts', async () => {
    receiver.answer(500);
    const { id } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
    await app.draft();
    const { id: deliveryId } = await delivery(app, id, ({ attempts }) => attempts === 1);
    await (await app.session()).post(path(id, deliveryId));
    const entry = await delivery(app, id, ({ attempts }) => attempts === 2);
    expect((Date.parse(entry.next_attempt_at ?? '') - app.clock.now().getTime()) / 60_000).toBe(5);
  });
});

forWebhooks(app, { method: 'POST', path: path(newId('webhook'), newId('delivery')) });
hidesWebhooks(app, (id) => ({ method: 'POST', path: path(id, newId('delivery')) }));

describe('404', () => {
  test('rejects an unknown delivery, and a delivery of another webhook', async () => {
    receiver.answer(200);
    const [one, other] = [await addWebhook(app, { url: receiver.url }), await addWebhook(app, { url: receiver.url })];
    const unknown = newId('delivery');
    expectError(await (await app.session()).post(path(one.id, unknown)), 'DELIVERY_NOT_FOUND', { deliveryId: unknown });
    const made = await (await app.session()).post<'testWebhook'>(`${WEBHOOKS}/${other.id}/test`, {});
    const { id } = made.body.delivery;
    expectError(await (await app.session()).post(path(one.id, id)), 'DELIVERY_NOT_FOUND', { deliveryId: id });
  });
});
