import { operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

describe('200', () => {
  test('describes every operation there is, for everybody', async () => {
    const { status, body, headers } = await app.anyone.both<'getOpenApi'>('GET', '/api/v1/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const { openapi, paths } = body as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    };
    expect(openapi).toMatch(/^3\.1\./);
    const described = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(described.toSorted()).toEqual(Object.keys(operations).toSorted());
    expect(Object.keys(paths)).toContain('/api/documents/{id}/send-for-signing');
  });

  test('is the same for whoever has a credential', async () => {
    expect((await app.key.get('/api/v1/docs')).text).toBe((await app.anyone.get('/api/v1/docs')).text);
  });
});

refusesOtherMethods(app, '/api/v1/docs', ['GET']);
