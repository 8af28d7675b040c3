import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { trailOf } from '../support/people.ts';
import { addWebhook, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);
const url = 'http://127.0.0.1:4999/hooks?token=x';

describe('201', () => {
  test.each([WEBHOOKS, `/v1${WEBHOOKS}`])('%s: returns the webhook and shows its secret only once', async (at) => {
    const answer = await app.owner.post<'createWebhook'>(at, { url: ` ${url}#part `, events: ['*'] });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      webhook: {
        id: expect.stringMatching(/^whk_[0-9a-hjkmnp-tv-z]{26}$/),
        url,
        description: null,
        events: ['*'],
        payload_shape: 'A',
        template_ids: [],
        metadata: {},
        headers: {},
        active: true,
        disabled_reason: null,
        failing_since: null,
        previous_secret_until: null,
        created_at: app.clock.now().toISOString(),
        updated_at: app.clock.now().toISOString(),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    });
    app.secret(answer.body.webhook.secret);
    expect(await trailOf(app)).toContain('webhook.created');
  });

  test('removes duplicate event types and creates a paused webhook on request', async () => {
    const webhook = await addWebhook(app, {
      url,
      events: ['document.sent', 'document.sent', 'user.created'],
      payloadShape: 'C',
      active: false,
    });
    expect(webhook).toMatchObject({
      events: ['document.sent', 'user.created'],
      payload_shape: 'C',
      active: false,
      disabled_reason: 'paused',
    });
  });

  test('returns the same webhook and secret for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { url, events: ['*'] };
    const first = await app.owner.post<'createWebhook'>(WEBHOOKS, body, { headers });
    const second = await app.owner.post<'createWebhook'>(WEBHOOKS, body, { headers });
    app.secret(first.body.webhook.secret);
    expect(second.body).toEqual(first.body);
  });
});

forWebhooks(app, { method: 'POST', path: WEBHOOKS, body: { url, events: ['*'] } });

describe('409', () => {
  test('rejects the twenty-first webhook, even among concurrent requests, and does not count deleted webhooks', async () => {
    const { owner } = await app.otherTenant();
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => owner.post<'createWebhook'>(WEBHOOKS, { url, events: ['*'] })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 'TOO_MANY_WEBHOOKS', { limit: 20 });
    await owner.send('DELETE', `${WEBHOOKS}/${made[0]?.body.webhook.id ?? ''}`);
    await addWebhook(app, { url }, { by: owner });
  });
});

describe('422', () => {
  test.each([
    ['a missing URL', { events: ['*'] }, 'url', undefined],
    ['an invalid URL', { url: 'hooks', events: ['*'] }, 'url', 'invalid_url'],
    ['another protocol', { url: 'ftp://127.0.0.1/', events: ['*'] }, 'url', 'invalid_url'],
    ['a password', { url: 'https://user:secret@example.com/', events: ['*'] }, 'url', 'url_credentials'],
    ['a port of another protocol', { url: 'https://example.com:25/', events: ['*'] }, 'url', 'port_not_allowed'],
    ['a private address', { url: 'https://10.0.0.1/', events: ['*'] }, 'url', 'private_address'],
    ['plain HTTP to a public address', { url: 'http://93.184.215.14/', events: ['*'] }, 'url', 'insecure_url'],
    [
      'a URL of more than 3,000 characters',
      { url: `http://127.0.0.1/${'a'.repeat(3000)}`, events: ['*'] },
      'url',
      undefined,
    ],
    ['a missing list of events', { url }, 'events', undefined],
    ['an empty list of events', { url, events: [] }, 'events', undefined],
    ['an unknown event type', { url, events: ['document.exploded'] }, 'events', undefined],
    ['all events together with a single event', { url, events: ['*', 'document.sent'] }, 'events', undefined],
    ['an unknown payload format', { url, events: ['*'], payloadShape: 'D' }, 'payloadShape', undefined],
    ['an unknown property', { url, events: ['*'], secret: 'mine' }, 'secret', undefined],
  ])('rejects an invalid webhook: %s', async (_, body, field, reason) => {
    expectInvalid(await app.owner.post(WEBHOOKS, body), field, reason);
  });
});
