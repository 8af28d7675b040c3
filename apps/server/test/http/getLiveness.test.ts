import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

describe('200', () => {
  test.each(['', '/v1', '/sandbox'])('reports that the process is alive: %s/api/health/live', async (prefix) => {
    const { status, body } = await app.anyone.get<'getLiveness'>(`${prefix}/api/health/live`);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'alive', timestamp: app.clock.now().toISOString() });
  });
});

refusesOtherMethods(app, '/api/health/live', ['GET']);
