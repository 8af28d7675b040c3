import { EVENT_KINDS, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { authority } from '../../src/features/authority/feature.ts';
import { notifications } from '../../src/features/notifications/feature.ts';
import { progress } from '../../src/features/documents-in-progress/feature.ts';
import { singleSignOn } from '../../src/features/single-sign-on/feature.ts';
import { furtherAddresses } from '../../src/transport/openapi/addresses.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const PATH = '/api/v1/docs';

describe('200', () => {
  test('describes every operation to any caller', async () => {
    const { status, text, headers } = await app.anyone.both('GET', PATH);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const { openapi, paths } = JSON.parse(text) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(openapi).toMatch(/^3\.1\./);
    const described = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described).toEqual(expect.arrayContaining(Object.keys(operations)));
    expect(Object.keys(paths)).toContain('/api/documents/{id}/send-for-signing');
  });

  test('describes exactly the additional routes for certificates, single sign-on, reminder links and mailbox pages', async () => {
    const { '/api/v1/graphql': graphql, ...addresses } = furtherAddresses();
    expect(Object.keys(graphql ?? {})).toEqual(['post', 'get']);
    const described = Object.entries(addresses).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const served = [
      ...authority.routes(app.services),
      ...singleSignOn.routes(app.services),
      ...progress.routes(app.services),
      ...notifications.routes(app.services),
    ]
      .map(({ method, path }) => `${method} ${path}`)
      .filter((address) => !address.includes(' /v1/'));
    expect(described.toSorted()).toEqual(served.toSorted());
  });

  test('describes the webhook body of each event type in each format', async () => {
    const { webhooks } = (await app.anyone.get(PATH)).body as {
      webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: { anyOf: object[] } }> } } }>;
    };
    expect(Object.keys(webhooks)).toEqual([...EVENT_KINDS]);
    for (const kind of EVENT_KINDS) {
      const shapes = webhooks[kind]?.post.requestBody.content['application/json']?.schema.anyOf;
      expect(shapes).toMatchObject([
        { properties: { type: { const: kind }, data: { properties: { object: {} } } } },
        { properties: { event: { const: kind } } },
        { properties: { type: { const: kind } } },
      ]);
    }
  });

  test('returns the same API description to callers with and without a credential', async () => {
    expect((await app.key.get(PATH)).text).toBe((await app.anyone.get(PATH)).text);
  });
});

describe('repeated requests', () => {
  test('does not resend the API description to a client that already has it', async () => {
    const etag = (await app.anyone.get(PATH)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}(-br|-gzip)?"$/);
    const again = await app.anyone.get(PATH, { headers: { 'if-none-match': etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await app.anyone.get(PATH, { headers: { 'if-none-match': '"of-yesterday"' } })).status).toBe(200);
  });

  test('returns a range of the API description and rejects a range beyond its end', async () => {
    const { bytes, text } = await app.anyone.get(PATH);
    const at = text.indexOf('"3.1.');
    const part = await app.anyone.get(PATH, { headers: { range: `bytes=${at}-${at + 6}` } });
    expect([part.status, part.text]).toEqual([206, '"3.1.0"']);
    const beyond = await app.anyone.get(PATH, { headers: { range: `bytes=${bytes.length}-` } });
    expectError(beyond, 'RANGE_NOT_SATISFIABLE', { size: bytes.length });
  });
});

refusesOtherMethods(app, PATH, ['GET']);
