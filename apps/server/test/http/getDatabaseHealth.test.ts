import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

describe('200', () => {
  test.each(['', '/v1'])('reports that the database responds: %s/api/health/database', async (prefix) => {
    const { status, body } = await app.anyone.get<'getDatabaseHealth'>(`${prefix}/api/health/database`);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'healthy', latency_ms: expect.any(Number) });
    expect(body.latency_ms).toBeGreaterThan(0);
  });
});

refusesOtherMethods(app, '/api/health/database', ['GET']);
