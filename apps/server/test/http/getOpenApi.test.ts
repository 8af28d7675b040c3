import { operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const PATH = '/api/v1/docs';

describe('200', () => {
  test('describes every operation there is, for everybody', async () => {
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
    expect(described.toSorted()).toEqual(Object.keys(operations).toSorted());
    expect(Object.keys(paths)).toContain('/api/documents/{id}/send-for-signing');
  });

  test('is the same for whoever has a credential', async () => {
    expect((await app.key.get(PATH)).text).toBe((await app.anyone.get(PATH)).text);
  });
});

describe('asked for again', () => {
  test('it is not sent to who has it already', async () => {
    const etag = (await app.anyone.get(PATH)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await app.anyone.get(PATH, { headers: { 'if-none-match': etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await app.anyone.get(PATH, { headers: { 'if-none-match': '"of-yesterday"' } })).status).toBe(200);
  });

  test('a part of it, and none beyond its end', async () => {
    const { bytes, text } = await app.anyone.get(PATH);
    const at = text.indexOf('"3.1.');
    const part = await app.anyone.get(PATH, { headers: { range: `bytes=${at}-${at + 6}` } });
    expect([part.status, part.text]).toEqual([206, '"3.1.0"']);
    const beyond = await app.anyone.get(PATH, { headers: { range: `bytes=${bytes.length}-` } });
    expectError(beyond, 'RANGE_NOT_SATISFIABLE', { size: bytes.length });
  });
});

refusesOtherMethods(app, PATH, ['GET']);
