import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { forWebhooks } from '../support/guards.ts';
import { addWebhook, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);

test("returns the organization's webhooks newest first, without secrets, to a session and to an API key", async () => {
  const first = await addWebhook(app, { url: 'http://127.0.0.1:4999/first' });
  app.clock.advance({ seconds: 1 });
  const second = await addWebhook(app, { url: 'http://127.0.0.1:4999/second' });
  await addWebhook(app, { url: 'http://127.0.0.1:4999/foreign' }, { by: (await app.otherTenant()).owner });
  const { caller } = await app.makeKey({ scopes: ['webhooks'] });
  const answer = await caller.both<'listWebhooks'>('GET', WEBHOOKS);
  expect(answer.status).toBe(200);
  expect(answer.body.webhooks.map(({ url }) => url)).toEqual([second.url, first.url]);
  for (const { secret } of [first, second]) expect(answer.text).not.toContain(secret.slice(6));
});

forWebhooks(app, { method: 'GET', path: WEBHOOKS });
