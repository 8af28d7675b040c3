import { EVENT_KINDS, REASONS } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const KEYS = '/api/settings/api-keys';
const app = await startTestApp(LOOPBACK);
type Failed = {
  error: { field: string; message: string; reason?: string; errors: { code: string }[] };
  message: string;
  details: Record<string, unknown>;
  requestId: string;
  documentationUrl: string;
};

async function failed(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) {
  const answer = await app.owner.send(method, path, { headers, ...(body !== undefined && { body }) });
  return { ...answer, body: answer.body as Failed };
}

describe('every error body', () => {
  test.each([
    ['an unknown path', 'GET', '/api/nowhere', undefined, 'NOT_FOUND'],
    [
      'a document that does not exist',
      'GET',
      '/api/documents/doc_00000000000000000000000000',
      undefined,
      'DOCUMENT_NOT_FOUND',
    ],
    ['invalid input', 'POST', WEBHOOKS, { url: 5 }, 'reason-wrong_type'],
  ])(
    "returns an error with the request ID and a link to the error's entry in the reference: %s",
    async (_, method, path, body, anchor) => {
      const answer = await failed(method, path, body);
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
      const { pathname, hash } = new URL(answer.body.documentationUrl);
      expect(hash).toBe(`#${anchor}`);
      expect((await app.anyone.get(pathname)).text).toContain(`id="${anchor}"`);
    },
  );

  test('includes the code, the request ID and the documentation URL in GraphQL errors', async () => {
    const answer = await failed('POST', '/api/v1/graphql', {
      query: '{ document(id: "doc_00000000000000000000000000") { id } }',
    });
    const { errors } = answer.body as unknown as { errors: { extensions: Record<string, unknown> }[] };
    expect(errors[0]?.extensions).toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
      requestId: answer.headers.get('x-request-id'),
      documentationUrl: expect.stringMatching(/^http:.*\/docs\/reference\/errors#DOCUMENT_NOT_FOUND$/),
    });
  });
});

describe('reason codes of validation errors', () => {
  test.each([
    ['an empty string', KEYS, { name: '' }, 'name', 'empty'],
    ['a missing property', KEYS, {}, 'name', 'required'],
    ['text that is too long', KEYS, { name: 'a'.repeat(200) }, 'name', 'too_long'],
    ['an unknown property', KEYS, { name: 'a', colour: 1 }, 'colour', 'unknown_field'],
    ['an empty list', KEYS, { name: 'a', scopes: [] }, 'scopes', 'too_few'],
    ['an unknown value in a list', KEYS, { name: 'a', scopes: ['everything'] }, 'scopes[0]', 'unknown_value'],
    ['a number above the maximum', KEYS, { name: 'a', expiresInDays: 9999 }, 'expiresInDays', 'above_maximum'],
    ['a number below the minimum', KEYS, { name: 'a', expiresInDays: 0 }, 'expiresInDays', 'below_minimum'],
    ['a value of another type', KEYS, { name: 5 }, 'name', 'wrong_type'],
    [
      'a value that none of the accepted types allows',
      KEYS,
      { name: 'a', rateLimit: true },
      'rateLimit',
      'unknown_value',
    ],
  ])('returns one of the documented reason codes: %s', async (_, path, body, field, reason) => {
    const { status, body: answer } = await failed('POST', path, body);
    expect(status).toBe(422);
    expect(answer.error).toMatchObject({ field, reason, errors: [{ code: reason }] });
    expect(REASONS).toHaveProperty(reason);
  });
});

describe('messages that name accepted values', () => {
  test('lists the valid events if a webhook event is unknown', async () => {
    const { body } = await failed('POST', WEBHOOKS, {
      url: 'http://127.0.0.1:4999/',
      events: ['document.gone'],
    });
    for (const kind of EVENT_KINDS) expect(body.error.message).toContain(kind);
  });

  test('lists the allowed values if rateLimit is invalid', async () => {
    const { body } = await failed('POST', KEYS, { name: 'a', rateLimit: 'much' });
    expect(body.error.message).toBe(
      'rateLimit: must be a whole number from 1 to 1,000,000 (requests an hour), or "unlimited"',
    );
  });

  test.each([
    [WEBHOOKS, 'Send `application/json`.', ['application/json']],
    ['/api/documents/upload', 'Send `multipart/form-data`.', ['multipart/form-data']],
    [
      '/api/v1/graphql',
      'Send `application/json` or `multipart/form-data`.',
      ['application/json', 'multipart/form-data'],
    ],
  ])('states in a 415 error which content types %s accepts', async (path, sentence, accepted) => {
    const { status, body } = await failed('POST', path, 'a=1', { 'content-type': 'text/plain' });
    const { message, details } = 'errors' in body ? graphqlError(body) : body;
    expect(status).toBe(415);
    expect(message).toBe(`Unsupported Content-Type \`text/plain\`. ${sentence}`);
    expect(details).toMatchObject({ contentType: 'text/plain', accepted });
  });
});

const graphqlError = (body: object): Pick<Failed, 'message' | 'details'> => {
  const [{ message, extensions }] = (
    body as { errors: [{ message: string; extensions: { details: Failed['details'] } }] }
  ).errors;
  return { message, details: extensions.details };
};
