import { EVENT_KINDS, webhookPayloadSchema } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/webhooks/sample';

describe('200', () => {
  test('returns an example body of each event in each format, as webhooks receive it', async () => {
    for (const event of EVENT_KINDS)
      for (const shape of ['A', 'B', 'C'] as const) {
        const answer = await app.key.get<'getEventSample'>(`${path}?event=${event}&payloadShape=${shape}`);
        expect(answer.status).toBe(200);
        expect(() => webhookPayloadSchema(shape, event).parse(answer.body.sample)).not.toThrow();
      }
  });

  test('returns event format A by default', async () => {
    const { body } = await app.owner.both<'getEventSample'>('GET', `${path}?event=document.completed`);
    expect(body.sample).toMatchObject({
      type: 'document.completed',
      data: { object: { document: { status: 'completed' } } },
    });
  });
});

describe('422', () => {
  test('rejects a missing event, an unknown event and an unknown format', async () => {
    expectInvalid(await app.key.get(path), 'event');
    expectInvalid(await app.key.get(`${path}?event=document.opened`), 'event');
    expectInvalid(await app.key.get(`${path}?event=document.sent&payloadShape=D`), 'payloadShape');
  });
});

needsCredential(app, { method: 'GET', path: `${path}?event=document.sent` });
needsScope(app, 'webhooks', { method: 'GET', path: `${path}?event=document.sent` });
refusesOtherMethods(app, path, ['GET']);
