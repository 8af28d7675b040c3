import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { unwrapWebhook, WebhookError } from './webhooks.ts';

const SECRET = `whsec_${Buffer.from('a secret of an endpoint').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret').toString('base64')}`;
const NOW = 1_800_000_000_000;
const EVENT = {
  id: 'evt_1',
  type: 'document.sent',
  created: 1,
  data: { object: { documentId: 'doc_1', title: 'Größe' } },
};
const TEXT = JSON.stringify(EVENT);

/** Returns headers that were signed by an independent library. */
function signed(text: string, secret = SECRET, time = NOW) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(time / 1000),
    'webhook-signature': new Webhook(secret).sign('evt_1', new Date(time), text),
  };
}

const codeOf = (error: unknown): unknown => (error instanceof WebhookError ? error.code : error);
const failure = (...input: Parameters<typeof unwrapWebhook>): Promise<unknown> =>
  unwrapWebhook(...input).then(() => 'accepted', codeOf);

describe('webhook requests that are accepted', () => {
  const bytes = Buffer.from(TEXT);
  const headers = signed(TEXT);
  test.each([
    [
      'a Request in Next.js, Hono, Deno or Bun',
      () => new Request('http://localhost', { method: 'POST', body: TEXT, headers }),
    ],
    [
      'a raw request in Node',
      () => Object.assign(Readable.from([bytes.subarray(0, 20), bytes.subarray(20)]), { headers }),
    ],
    ['a request in Express with express.raw()', () => Object.assign(Readable.from([]), { headers, body: bytes })],
    ['a request in Fastify with a buffer', () => ({ headers, body: bytes, raw: {} })],
    ['a string with Headers', () => ({ headers: new Headers(headers), body: TEXT })],
  ])('accepts a webhook passed as %s', async (_, input) => {
    expect(await unwrapWebhook(input(), SECRET, { now: NOW })).toEqual(EVENT);
  });

  test('accepts a webhook during a rotation if one of its signatures and one of the secrets match', async () => {
    const both = `${signed(TEXT, OTHER)['webhook-signature']} ${headers['webhook-signature']}`;
    const rotated = { body: TEXT, headers: { ...headers, 'webhook-signature': both } };
    expect(await unwrapWebhook(rotated, SECRET, { now: NOW })).toEqual(EVENT);
    expect(await unwrapWebhook({ body: TEXT, headers }, [OTHER, SECRET], { now: NOW })).toEqual(EVENT);
  });

  test('accepts the signature in x-service-signature if the request has no other signature', async () => {
    const mac = createHmac('sha256', SECRET).update(TEXT).digest('hex');
    const input = { body: TEXT, headers: { 'x-service-signature': `sha256=${mac}` } };
    expect(await unwrapWebhook(input, SECRET)).toEqual(EVENT);
    expect(await failure({ ...input, body: `${TEXT} ` }, SECRET)).toBe('WRONG_SIGNATURE');
  });
});

describe('webhook requests that are rejected', () => {
  const headers = signed(TEXT);
  test.each([
    ['a signature made with a different secret', { body: TEXT, headers: signed(TEXT, OTHER) }, 'WRONG_SIGNATURE'],
    ['a changed body', { body: TEXT.replace('doc_1', 'doc_2'), headers }, 'WRONG_SIGNATURE'],
    ['a changed ID', { body: TEXT, headers: { ...headers, 'webhook-id': 'evt_2' } }, 'WRONG_SIGNATURE'],
    [
      'an unknown version of the signature',
      { body: TEXT, headers: { ...headers, 'webhook-signature': 'v2,AAAA' } },
      'WRONG_SIGNATURE',
    ],
    [
      'a signature that is not base64',
      { body: TEXT, headers: { ...headers, 'webhook-signature': 'v1,*' } },
      'WRONG_SIGNATURE',
    ],
    ['a time of six minutes ago', { body: TEXT, headers: signed(TEXT, SECRET, NOW - 360_000) }, 'TOO_OLD'],
    ['a time in the future', { body: TEXT, headers: signed(TEXT, SECRET, NOW + 360_000) }, 'TOO_OLD'],
    ['a missing time', { body: TEXT, headers: { 'webhook-signature': headers['webhook-signature'] } }, 'TOO_OLD'],
    ['no signature', { body: TEXT, headers: {} }, 'NO_SIGNATURE'],
    ['a body that is not JSON', { body: 'text', headers: signed('text') }, 'NOT_JSON'],
  ] as const)('rejects a webhook with %s', async (_, input, code) => {
    expect(await failure(input, SECRET, { now: NOW })).toBe(code);
  });

  test('rejects a body that was already parsed, and explains how to keep the raw body', async () => {
    const request = Object.assign(Readable.from([]), { headers, body: EVENT });
    await expect(unwrapWebhook(request, SECRET, { now: NOW })).rejects.toThrow(/express\.raw/);
  });
});
