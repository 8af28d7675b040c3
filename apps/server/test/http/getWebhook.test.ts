import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { forWebhooks } from '../support/guards.ts';
import { hidesWebhooks } from '../support/webhook-refusals.ts';
import { addWebhook, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);

test('returns a webhook without its secret', async () => {
  const { secret, ...rest } = await addWebhook(app, { url: 'http://127.0.0.1:4999/' });
  const answer = await app.owner.both<'getWebhook'>('GET', `${WEBHOOKS}/${rest.id}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ webhook: rest });
  expect(answer.text).not.toContain(secret.slice(6));
});

forWebhooks(app, { method: 'GET', path: `${WEBHOOKS}/${newId('webhook')}` });
hidesWebhooks(app, (id) => ({ method: 'GET', path: `${WEBHOOKS}/${id}` }));
