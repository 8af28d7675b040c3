import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { openReceiver } from '../support/receiver.ts';
import { hidesWebhooks } from '../support/webhook-refusals.ts';
import { addWebhook, deliveriesOf, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const url = 'http://127.0.0.1:4999/';

describe('200', () => {
  test('changes the given values of a webhook and keeps the other values', async () => {
    const { secret, ...before } = await addWebhook(app, { url });
    const { id } = before;
    expect(secret).toMatch(/^whsec_/);
    app.clock.advance({ seconds: 5 });
    const change = { description: 'Billing', events: ['user.created'], payloadShape: 'B' };
    const answer = await app.owner.send<'updateWebhook'>('PATCH', `${WEBHOOKS}/${id}`, { body: change });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.webhook).toEqual({
      ...before,
      description: 'Billing',
      events: ['user.created'],
      payload_shape: 'B',
      updated_at: app.clock.now().toISOString(),
    });
    const cleared = await app.owner.send<'updateWebhook'>('PATCH', `${WEBHOOKS}/${id}`, {
      body: { description: null },
    });
    expect(cleared.body.webhook).toMatchObject({ description: null, payload_shape: 'B' });
  });

  test('sends no events to a paused webhook, and sends only events that occur after it is resumed', async () => {
    const { id } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
    const path = `${WEBHOOKS}/${id}`;
    const off = await app.owner.send<'updateWebhook'>('PATCH', path, { body: { active: false } });
    expect(off.body.webhook).toMatchObject({ active: false, disabled_reason: 'paused' });
    await app.draft({ title: 'while off' });
    await app.owner.send('PATCH', path, { body: { active: true } });
    await app.draft({ title: 'while on' });
    await receiver.count(1);
    expect(receiver.received[0]?.body).toContain('while on');
    expect(await deliveriesOf(app, id)).toHaveLength(1);
  });
});

forWebhooks(app, { method: 'PATCH', path: `${WEBHOOKS}/${newId('webhook')}`, body: {} });
hidesWebhooks(app, (id) => ({ method: 'PATCH', path: `${WEBHOOKS}/${id}`, body: { active: false } }));

describe('422', () => {
  test.each([
    ['a private address', { url: 'https://169.254.169.254/latest' }, 'url', 'private_address'],
    ['an empty list of events', { events: [] }, 'events', undefined],
    ['null as the active state', { active: null }, 'active', undefined],
    ['a secret', { secret: 'mine' }, 'secret', undefined],
  ])('rejects an invalid webhook change: %s', async (_, body, field, reason) => {
    const { id } = await addWebhook(app, { url });
    expectInvalid(await app.owner.send('PATCH', `${WEBHOOKS}/${id}`, { body }), field, reason);
    const { body: after } = await app.owner.get<'getWebhook'>(`${WEBHOOKS}/${id}`);
    expect(after.webhook.url).toBe(url);
  });
});
