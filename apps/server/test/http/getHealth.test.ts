import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { rate, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp({ addressLimit: 20 });

describe('200', () => {
  test('reports that the server responds, with the current time', async () => {
    const { status, body } = await app.anyone.both('GET', '/api/health');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'healthy', timestamp: app.clock.now().toISOString() });
  });

  test('does not count health checks, but returns rate-limit headers', async () => {
    const before = rate(await app.anyone.get('/api/health'));
    for (let i = 0; i < 5; i += 1) expect((await app.anyone.get('/api/health')).status).toBe(200);
    expect(rate(await app.anyone.get('/api/health'))).toEqual(before);
    expect(before.limit).toBe(20);
  });

  test('ignores a credential that the operation does not need', async () => {
    for (const caller of [app.key, app.owner, app.anyone.with({ bearer: 'something-of-a-proxy' })]) {
      expect((await caller.get('/api/health')).status).toBe(200);
    }
  });
});

refusesOtherMethods(app, '/api/health', ['GET']);
