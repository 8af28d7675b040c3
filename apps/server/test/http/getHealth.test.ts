import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

describe('200', () => {
  test('says that the server answers, and when', async () => {
    const { status, body } = await app.anyone.both('GET', '/api/health');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'healthy', timestamp: app.clock.now().toISOString() });
  });
  test('x', async () => {
    const t = performance.now();
    const done = await app.completed();
    console.log('completed', performance.now() - t, done.id);
  });
});
