/**
 * Tests a receiver that fails for six hours: the exact requests and times for several documents at each of the five
 * attempts, and the actions on its dead letters.
 */
import { createHmac } from 'node:crypto';
import { type EventKind, PAYLOAD_SHAPES, webhookPayloadSchema } from '@countersign/contract';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { openReceiver, type Received } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { addWebhook, LOOPBACK, type NewWebhook, QUEUE, WEBHOOKS } from '../support/webhooks.ts';

const AFTER_MINUTES = [0, 5, 30, 120, 360];
const KINDS = ['document.created', 'document.sent', 'document.voided'];
const DOCUMENTS = 3;
const EACH = KINDS.length * DOCUMENTS;

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);

const idOf = ({ headers }: Received) => String(headers['webhook-id']);
const processQueue = async (body: object) => (await (await app.session()).post<'processDeadLetters'>(QUEUE, body)).body;
const queue = async (filter = '') => (await (await app.session()).get<'listDeadLetters'>(`${QUEUE}${filter}`)).body;

function expectSigned({ secret }: NewWebhook, { headers, body }: Received): void {
  expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(String(headers['webhook-id']), at, body));
}

test('moves a delivery to the dead-letter queue after five attempts, and replays or discards deliveries in the queue', async () => {
  receiver.answer(503, {}, 'not now');
  const webhooks = new Map<string, NewWebhook>();
  for (const payloadShape of PAYLOAD_SHAPES)
    webhooks.set(
      payloadShape,
      await addWebhook(app, { url: `${receiver.url}/${payloadShape}`, events: KINDS, payloadShape }),
    );
  const first = Math.floor(app.clock.now().getTime() / 1000);
  for (let i = 0; i < DOCUMENTS; i += 1) {
    const { id } = await app.sent();
    await app.key.post(`/api/documents/${id}/void`, { reason: 'No longer needed.' });
  }
  const attempts: Received[][] = [];
  for (const [index, minutes] of AFTER_MINUTES.entries()) {
    if (index > 0) {
      app.clock.advance({ minutes: minutes - (AFTER_MINUTES[index - 1] ?? 0) });
      app.services.wakeWebhooks();
    }
    const total = (index + 1) * EACH * PAYLOAD_SHAPES.length;
    await receiver.count(total);
    await until('the attempts to be recorded', async () => {
      const rows = await app.sql('select from webhook_deliveries where attempts = $1', [index + 1]);
      return rows.length === EACH * PAYLOAD_SHAPES.length;
    });
    attempts.push(receiver.received.slice(total - EACH * PAYLOAD_SHAPES.length));
    expect(receiver.received, 'there are no additional deliveries').toHaveLength(total);
  }
  for (const shape of PAYLOAD_SHAPES) {
    const rounds = attempts.map((all) => all.filter(({ path }) => path.endsWith(`/${shape}`)));
    for (const [index, round] of rounds.entries()) {
      for (const one of round) {
        expectSigned(webhooks.get(shape) as NewWebhook, one);
        webhookPayloadSchema(shape, one.headers['x-service-event'] as EventKind).parse(one.json);
        expect(Number(one.headers['webhook-timestamp']) - first).toBe((AFTER_MINUTES[index] ?? 0) * 60);
      }
      // Each attempt repeats the same requests, in order within each document.
      expect(round.map(idOf).toSorted()).toEqual(rounds[0]?.map(idOf).toSorted());
      expect(new Set(round.map(({ body }) => body))).toEqual(new Set(rounds[0]?.map(({ body }) => body)));
      for (const kinds of byDocument(round)) expect(kinds).toEqual(KINDS);
    }
  }
  app.clock.advance({ days: 1 });
  app.services.wakeWebhooks();
  const all = await queue('?pageSize=100');
  expect(all.total).toBe(EACH * PAYLOAD_SHAPES.length);
  await useQueue(webhooks, attempts.flat());
});

/** Returns the kinds of each document's events in the order of arrival. */
function byDocument(round: readonly Received[]): string[][] {
  const documents = new Map<string, string[]>();
  for (const { body, headers } of round) {
    const id = /doc_[0-9a-z]{26}/.exec(body)?.[0] ?? '';
    documents.set(id, [...(documents.get(id) ?? []), String(headers['x-service-event'])]);
  }
  return [...documents.values()];
}

async function useQueue(webhooks: ReadonlyMap<string, NewWebhook>, before: readonly Received[]): Promise<void> {
  receiver.answer(200);
  const delivered = async (count: number) => {
    await receiver.count(before.length + count);
    await until(
      'the deliveries to be recorded',
      async () => (await app.sql(`select from webhook_deliveries where state = 'delivered'`)).length === count,
    );
  };
  const { id: ofA } = webhooks.get('A') as NewWebhook;
  const { id: ofB } = webhooks.get('B') as NewWebhook;
  const total = EACH * PAYLOAD_SHAPES.length;

  const [one] = (await queue(`?integrationId=${ofA}`)).deliveries;
  expect(await processQueue({ action: 'replay', ids: [one?.id] })).toMatchObject({ processed: 1, skipped: [] });
  await delivered(1);
  expect(receiver.received.slice(before.length).map(idOf), 'the delivery has the same ID').toEqual([one?.event_id]);

  // The filter selects dead letters of one webhook between two times.
  const given = one?.finished_at ?? '';
  const range = {
    integrationId: ofA,
    event: 'document.sent',
    from: given,
    to: new Date(Date.parse(given) + 60_000).toISOString(),
  };
  expect((await processQueue({ action: 'replay', all: true, ...range, to: given })).processed).toBe(0);
  const inRange = DOCUMENTS - (one?.event === 'document.sent' ? 1 : 0);
  expect((await processQueue({ action: 'replay', all: true, ...range })).processed).toBe(inRange);
  await delivered(1 + inRange);

  expect((await processQueue({ action: 'discard', all: true, integrationId: ofB })).processed).toBe(EACH);
  const left = total - EACH - 1 - inRange;
  expect((await processQueue({ action: 'replay', all: true })).processed).toBe(left);
  await delivered(total - EACH);
  expect((await queue()).total).toBe(0);
  // No discarded delivery was sent, and no other delivery was omitted.
  const again = receiver.received.slice(before.length);
  expect(again.some(({ path }) => path.endsWith('/B'))).toBe(false);
  expect(again).toHaveLength(total - EACH);
  const log = await (await app.session()).get<'listWebhookDeliveries'>(`${WEBHOOKS}/${ofB}/deliveries?state=discarded`);
  expect(log.body.deliveries).toHaveLength(EACH);
}
