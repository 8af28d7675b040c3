import { EVENT_KINDS, webhookPayloadSchema } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { openReceiver } from '../support/receiver.ts';
import { hidesWebhooks } from '../support/webhook-refusals.ts';
import { addWebhook, delivery, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);

describe('202', () => {
  test.each(['A', 'B', 'C'] as const)(
    'sends a test event of every kind in format %s, even to a paused webhook',
    async (payloadShape) => {
      const { id } = await addWebhook(app, {
        url: receiver.url,
        events: ['user.created'],
        payloadShape,
        active: false,
      });
      receiver.received.length = 0;
      for (const event of EVENT_KINDS) {
        const answer = await app.owner.post<'testWebhook'>(`${WEBHOOKS}/${id}/test`, { event });
        expect(answer.status, answer.text).toBe(202);
        expect(answer.body.delivery).toMatchObject({
          event,
          test: true,
          state: 'pending',
          attempts: 0,
          attempt_log: [],
        });
      }
      const received = await receiver.count(EVENT_KINDS.length);
      for (const { json, headers } of received) {
        const kind = headers['x-service-event'] as (typeof EVENT_KINDS)[number];
        webhookPayloadSchema(payloadShape, kind).parse(json);
        expect(headers['x-service-test']).toBe('true');
      }
      expect(new Set(received.map(({ headers }) => headers['x-service-event'])).size).toBe(EVENT_KINDS.length);
    },
  );

  test('sends a document.completed event by default, and neither retries a failed test delivery nor counts it as a failure', async () => {
    receiver.answer(500);
    const { id } = await addWebhook(app, { url: receiver.url });
    const answer = await app.owner.post<'testWebhook'>(`${WEBHOOKS}/${id}/test`, {});
    expect(answer.body.delivery.event).toBe('document.completed');
    const entry = await delivery(app, id, ({ attempts }) => attempts === 1);
    expect(entry).toMatchObject({
      state: 'failed',
      next_attempt_at: null,
      last_status: 500,
      last_error_code: 'http_status',
    });
    expect((await app.owner.get<'getWebhook'>(`${WEBHOOKS}/${id}`)).body.webhook.failing_since).toBeNull();
  });
});

forWebhooks(app, { method: 'POST', path: `${WEBHOOKS}/${newId('webhook')}/test`, body: {} });
hidesWebhooks(app, (id) => ({ method: 'POST', path: `${WEBHOOKS}/${id}/test`, body: {} }));

test('rejects an unknown event kind with 422', async () => {
  const { id } = await addWebhook(app, { url: receiver.url });
  expectInvalid(await app.owner.post(`${WEBHOOKS}/${id}/test`, { event: 'nothing' }), 'event');
});
