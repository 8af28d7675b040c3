import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { hidesWebhooks } from '../support/webhook-refusals.ts';
import { addWebhook, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

// webhooks/deliveries.test.ts tests the receiver's side.
const app = await startTestApp(LOOPBACK);
const url = 'http://127.0.0.1:4999/';
const path = (id: string) => `${WEBHOOKS}/${id}/rotate-secret`;

describe('200', () => {
  test('returns the new webhook secret only once, and accepts the old secret for 24 hours or the requested time', async () => {
    const { id, secret } = await addWebhook(app, { url });
    const answer = await app.owner.post<'rotateWebhookSecret'>(path(id), {});
    const { webhook } = answer.body;
    expect(webhook.secret).toMatch(/^whsec_/);
    expect(webhook.secret).not.toBe(secret);
    app.secret(webhook.secret ?? '');
    expect(webhook.previous_secret_until).toBe(new Date(app.clock.now().getTime() + 86_400_000).toISOString());
    const { id: other } = await addWebhook(app, { url });
    const short = await app.owner.post<'rotateWebhookSecret'>(path(other), { overlapHours: 1 });
    app.secret(short.body.webhook.secret ?? '');
    expect(short.body.webhook.previous_secret_until).toBe(
      new Date(app.clock.now().getTime() + 3_600_000).toISOString(),
    );
  });

  test('invalidates the old secret immediately if the overlap is zero, even during an earlier overlap', async () => {
    const { id } = await addWebhook(app, { url });
    for (const overlapHours of [24, 0]) {
      const { body } = await app.owner.post<'rotateWebhookSecret'>(path(id), { overlapHours });
      app.secret(body.webhook.secret ?? '');
      expect(body.webhook.previous_secret_until === null).toBe(overlapHours === 0);
    }
  });
});

forWebhooks(app, { method: 'POST', path: path(newId('webhook')), body: {} });
hidesWebhooks(app, (id) => ({ method: 'POST', path: path(id), body: {} }));

describe('409', () => {
  test('rejects a second rotation while two secrets are valid, and rejects a confirmation while only one secret is valid', async () => {
    const { id } = await addWebhook(app, { url });
    expectError(await app.owner.post(path(id), { confirm: true }), 'NO_ROTATION', { integrationId: id });
    const first = await app.owner.post<'rotateWebhookSecret'>(path(id), {});
    app.secret(first.body.webhook.secret ?? '');
    const until = first.body.webhook.previous_secret_until;
    expectError(await app.owner.post(path(id), {}), 'ROTATION_IN_PROGRESS', { integrationId: id, until });
    app.clock.advance({ hours: 24 });
    const owner = await app.session();
    expectError(await owner.post(path(id), { confirm: true }), 'NO_ROTATION', { integrationId: id });
    const again = await owner.post<'rotateWebhookSecret'>(path(id), {});
    expect(again.status).toBe(200);
    app.secret(again.body.webhook.secret ?? '');
  });
});

describe('422', () => {
  test.each([
    ['an overlap of more than a day', { overlapHours: 25 }, 'overlapHours'],
    ['confirm: false', { confirm: false }, 'confirm'],
    ['an unknown property', { secret: 'mine' }, 'secret'],
  ])('rejects invalid rotation options: %s', async (_, body, field) => {
    expectInvalid(await (await app.session()).post(path(newId('webhook')), body), field);
  });
});
