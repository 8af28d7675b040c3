import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

describe('200', () => {
  test('reports that the server can create signatures and time-stamps', async () => {
    const { status, body } = await app.anyone.both('GET', '/api/health/signing');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'healthy', pki: 'operational', certificates: 'valid' });
  });
});

refusesOtherMethods(app, '/api/health/signing', ['GET']);

describe('503', () => {
  test('reports that a certificate has expired', async () => {
    app.clock.advance({ days: 40 * 365 });
    const answer = await app.anyone.get('/api/health/signing', { mayFail: true });
    expectError(answer, 'SERVICE_UNAVAILABLE', { check: 'signing' });
  });
});
