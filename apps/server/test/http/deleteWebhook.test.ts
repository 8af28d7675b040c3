import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { forWebhooks } from '../support/guards.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { hidesWebhooks } from '../support/webhook-refusals.ts';
import { addWebhook, deliveriesOf, LOOPBACK, QUEUE, WEBHOOKS } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);

test('stops all deliveries to a deleted webhook, including pending retries, and removes its dead letters', async () => {
  receiver.answer(500);
  const { id } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
  await app.draft();
  await until('a failure', async () => (await deliveriesOf(app, id))[0]?.attempts === 1);
  await app.sql(`update webhook_deliveries set state = 'dead', finished_at = created_at where endpoint_id = $1`, [id]);
  await app.draft();
  await until('another failure', async () => {
    const deliveries = await deliveriesOf(app, id);
    return deliveries.length === 2 && deliveries[0]?.attempts === 1;
  });
  const answer = await app.owner.send('DELETE', `${WEBHOOKS}/${id}`);
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
  expect((await app.owner.get<'listDeadLetters'>(QUEUE)).body.deliveries).toEqual([]);
  app.clock.advance({ minutes: 5 });
  // Waits for the delivery to another webhook. A delivery to the deleted webhook would have been sent earlier.
  receiver.answer(200);
  const other = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
  await app.draft();
  await until('the other', async () => (await deliveriesOf(app, other.id))[0]?.state === 'delivered');
  expect(receiver.received).toHaveLength(3);
});

forWebhooks(app, { method: 'DELETE', path: `${WEBHOOKS}/${newId('webhook')}` });
hidesWebhooks(app, (id) => ({ method: 'DELETE', path: `${WEBHOOKS}/${id}` }));
