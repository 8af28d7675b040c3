/** Tests the owner's custom headers on deliveries. */
import { beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { Receiver } from '../support/receiver.ts';
import { addWebhook, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);
const receiver = await new Receiver().listen();
beforeEach(() => receiver.received.splice(0));
const SECRET = 'Bearer a-token-of-the-receiver-7391';
const change = async (id: string, body: object) =>
  (await app.session()).send<'updateWebhook'>('PATCH', `${WEBHOOKS}/${id}`, { body });

test('sends custom headers in addition to the standard headers, stores them encrypted and shows them masked', async () => {
  const headers = { Authorization: SECRET, 'X-Tenant': 'acme' };
  const webhook = await addWebhook(app, { url: receiver.url, events: ['document.created'], headers });
  expect(webhook).toMatchObject({ headers: { Authorization: '…7391', 'X-Tenant': '…' } });
  await app.draft();
  const [first] = await receiver.count(1);
  expect(first?.headers).toMatchObject({
    authorization: SECRET,
    'x-tenant': 'acme',
    'content-type': 'application/json',
    'x-service-event': 'document.created',
  });
  const list = await (await app.session()).get(WEBHOOKS);
  expect(list.text).not.toContain('token-of-the-receiver');
  const rows = await app.sql<{ row: string }>('select row_to_json(w)::text as row from webhook_endpoints w');
  expect(rows.map(({ row }) => row).join()).not.toContain(Buffer.from('token-of-the-receiver').toString('hex'));
  const changed = await change(webhook.id, { headers: { 'X-Tenant': 'globex' } });
  expect(changed.body.webhook.headers).toEqual({ 'X-Tenant': '…' });
  receiver.received.splice(0);
  await app.draft();
  const [second] = await receiver.count(1);
  expect(second?.headers['x-tenant']).toBe('globex');
  expect(second?.headers.authorization).toBeUndefined();
});

test('does not send custom headers to another host unless the caller sets them again', async () => {
  const webhook = await addWebhook(app, { url: receiver.url, active: false, headers: { Authorization: SECRET } });
  const url = 'http://127.0.0.1:4999/elsewhere';
  expectInvalid(await change(webhook.id, { url }), 'headers');
  expect((await change(webhook.id, { url: `${receiver.url}/other` })).status).toBe(200);
  expect((await change(webhook.id, { url, headers: {} })).body.webhook.headers).toEqual({});
});

test.each([
  ['a header that controls the connection', { Connection: 'close' }, 'headers.Connection'],
  ['the Host header', { host: 'example.com' }, 'headers.host'],
  ['a content header', { 'Content-Length': '3' }, 'headers.Content-Length'],
  ['the signature header', { 'webhook-signature': 'v1,x' }, 'headers.webhook-signature'],
  ['a header that Countersign sets', { 'X-Service-Signature': 'sha256=x' }, 'headers.X-Service-Signature'],
  ['a name that is not a token', { 'X Tenant': 'a' }, 'headers.X Tenant'],
  ['a line break in a value', { 'X-Tenant': 'a\r\nHost: b' }, 'headers.X-Tenant'],
  ['an empty value', { 'X-Tenant': '' }, 'headers.X-Tenant'],
  ['a value that is too long', { 'X-Tenant': 'a'.repeat(1001) }, 'headers.X-Tenant'],
  ['a duplicate name', { 'X-Tenant': 'a', 'x-tenant': 'b' }, 'headers.X-Tenant'],
  [
    'more entries than allowed',
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-Header-${n}`, 'a'])),
    'headers',
  ],
])('returns 422 for invalid custom headers: %s', async (_, headers, field) => {
  const answer = await (await app.session()).post(WEBHOOKS, { url: receiver.url, events: ['*'], headers });
  expect(answer.status, answer.text).toBe(422);
  expect(answer.body).toMatchObject({
    error: { field, message: expect.not.stringContaining('invalid key') as string },
  });
});
