import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

describe('200', () => {
  test.each(['', '/v1'])('reports that files can be stored and read: %s/api/health/storage', async (prefix) => {
    const { status, body } = await app.anyone.get<'getStorageHealth'>(`${prefix}/api/health/storage`);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'healthy', latency_ms: expect.any(Number), free_bytes: expect.any(Number) });
  });
});

refusesOtherMethods(app, '/api/health/storage', ['GET']);
