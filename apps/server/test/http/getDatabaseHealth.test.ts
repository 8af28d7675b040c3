import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

describe('200', () => {
  test.each(['', '/v1'])('the database answers: %s/api/health/database', async (prefix) => {
    const { status, body } = await app.anyone.get<'getDatabaseHealth'>(`${prefix}/api/health/database`);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'healthy', latency_ms: expect.any(Number) });
    expect(body.latency_ms).toBeGreaterThan(0);
  });
});

refusesOtherMethods(app, '/api/health/database', ['GET']);

describe('without a database', () => {
  test('503 here, and 500 without a word of the cause elsewhere', async () => {
    app.tolerate(/request failed/);
    const { database } = app.services;
    const query = database.queryAll.bind(database);
    database.queryAll = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432'));
    try {
      expectError(await app.anyone.get('/api/health/database', { mayFail: true }), 'SERVICE_UNAVAILABLE', {
        check: 'database',
      });
      const answer = await app.key.get('/api/documents/paginated', { mayFail: true });
      expectError(answer, 'INTERNAL_ERROR');
      expect(answer.text).not.toMatch(/ECONNREFUSED|10\.1\.2\.3/);
    } finally {
      database.queryAll = query;
    }
  });
});
