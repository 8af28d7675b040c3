import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { hidesWebhooks } from '../support/webhook-refusals.ts';
import { addWebhook, deliveriesOf, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const path = (id: string, query = '') => `${WEBHOOKS}/${id}/deliveries${query}`;

describe('200', () => {
  test('returns the body, time and response of each delivery page by page, and filters deliveries by state and event type', async () => {
    const { id } = await addWebhook(app, { url: receiver.url });
    const draft = await app.draft();
    const [got] = await receiver.count(1);
    await until('the delivery to be recorded', async () => (await deliveriesOf(app, id))[0]?.state === 'delivered');
    const at = app.clock.now().toISOString();
    app.clock.advance({ seconds: 1 });
    receiver.answer(500, {}, 'broken');
    for (let i = 0; i < 4; i += 1) await app.draft();
    await until('a first attempt of every delivery', async () => {
      const log = await deliveriesOf(app, id);
      return log.length === 5 && log.every(({ attempts }) => attempts === 1);
    });
    const all = await deliveriesOf(app, id);
    expect(all.at(-1)).toEqual({
      id: expect.stringMatching(/^dlv_/),
      webhook_id: id,
      event_id: got?.json['id'],
      event: 'document.created',
      sequence: 1,
      document_id: draft.id,
      test: false,
      state: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      last_status: 200,
      last_error: null,
      last_error_code: null,
      created_at: at,
      finished_at: at,
      request: { body: got?.body },
      attempt_log: [
        {
          number: 1,
          at: at,
          duration_ms: expect.any(Number),
          url: receiver.url,
          status: 200,
          error: null,
          error_code: null,
          response: 'thanks',
        },
      ],
    });

    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await app.owner.get<'listWebhookDeliveries'>(path(id, `?pageSize=2${cursor}`));
      seen.push(...body.deliveries.map((entry) => entry.id));
      if (!body.pagination.hasMore) break;
      cursor = `&cursor=${body.pagination.nextCursor}`;
    }
    expect(seen).toEqual(all.map((entry) => entry.id));
    const filtered = async (query: string) =>
      (await app.owner.get<'listWebhookDeliveries'>(path(id, query))).body.deliveries.length;
    expect([
      await filtered('?state=pending'),
      await filtered('?state=delivered'),
      await filtered('?event=document.sent'),
    ]).toEqual([4, 1, 0]);
  });
});

forWebhooks(app, { method: 'GET', path: path(newId('webhook')) });
hidesWebhooks(app, (id) => ({ method: 'GET', path: path(id) }));

describe('422', () => {
  test.each(['state', 'event', 'cursor', 'pageSize', 'page'])(
    'rejects an invalid value of the query parameter %s',
    async (name) => {
      expectInvalid(await app.owner.get(path(newId('webhook'), `?${name}=x`)), name);
    },
  );
});
