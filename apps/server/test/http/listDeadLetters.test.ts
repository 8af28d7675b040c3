import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { openReceiver } from '../support/receiver.ts';
import { addWebhook, deadLetters, LOOPBACK, QUEUE } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);

describe('200', () => {
  test('returns dead letters newest first, page by page, filters them by webhook, event type and time, and excludes other organizations', async () => {
    receiver.answer(500, {}, 'broken');
    const { id } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
    const dead = await deadLetters(app, id, 3);
    const whole = await (await app.session()).both<'listDeadLetters'>('GET', QUEUE);
    expect(whole.body).toMatchObject({ total: 3, pagination: { hasMore: false, nextCursor: null } });
    expect(whole.body.deliveries.map((entry) => entry.id)).toEqual(dead);
    expect(whole.body.deliveries[0]).toMatchObject({ url: receiver.url, state: 'dead', attempts: 5, last_status: 500 });
    const first = await (await app.session()).get<'listDeadLetters'>(`${QUEUE}?pageSize=2`);
    const { nextCursor } = first.body.pagination;
    const second = await (await app.session()).get<'listDeadLetters'>(`${QUEUE}?pageSize=2&cursor=${nextCursor}`);
    expect([...first.body.deliveries, ...second.body.deliveries].map((entry) => entry.id)).toEqual(dead);
    const total = async (query: string) =>
      (await (await app.session()).get<'listDeadLetters'>(`${QUEUE}?${query}`)).body.total;
    const now = new Date(app.clock.now().getTime() - 1000).toISOString();
    expect([
      await total(`integrationId=${id}`),
      await total('event=document.created'),
      await total('event=document.sent'),
      await total(`from=${now}`),
      await total(`to=${now}`),
    ]).toEqual([3, 3, 0, 3, 0]);
    expectInvalid(await (await app.session()).get(`${QUEUE}?integrationId=${newId('webhook')}`), 'integrationId');
    const { owner } = await app.otherTenant();
    expect((await owner.get<'listDeadLetters'>(QUEUE)).body).toMatchObject({ deliveries: [], total: 0 });
  });
});

forWebhooks(app, { method: 'GET', path: QUEUE });

describe('422', () => {
  test.each(['integrationId', 'event', 'from', 'to', 'cursor', 'pageSize', 'state'])(
    'rejects an invalid value of the query parameter %s',
    async (name) => {
      expectInvalid(await (await app.session()).get(`${QUEUE}?${name}=x`), name);
    },
  );
});
