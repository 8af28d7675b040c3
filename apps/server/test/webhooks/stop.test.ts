import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { openReceiver } from '../support/receiver.ts';
import { addWebhook, LOOPBACK } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);

test("delays the server's shutdown by less than two seconds if a receiver does not respond, and delivers the event after the restart", async () => {
  receiver.respond = () => {};
  await addWebhook(app, { url: receiver.url, events: ['document.created'] });
  await addWebhook(app, { url: `${receiver.url}/other`, events: ['document.created'] });
  await app.draft();
  await receiver.count(2);
  const begun = performance.now();
  await app.services.webhooks.stop();
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(await app.sql("select 1 from webhook_deliveries where state = 'delivered'")).toEqual([]);
  expect((await app.sql('select 1 from webhook_deliveries where finished_at is null')).length).toBeGreaterThan(0);
});
