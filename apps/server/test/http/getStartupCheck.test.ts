import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/startup-check';

describe('200', () => {
  test('says what the start checked, and what runs here', async () => {
    const folder = new URL('../../src/platform/db/migrations/', import.meta.url);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
    const { status, body } = await app.anyone.both('GET', path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'healthy',
      started_at: expect.stringMatching(/Z$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      migrations: { applied: files.length, newest: files.at(-1) },
    });
    const { body: check } = await app.anyone.get<'getStartupCheck'>(path);
    expect(check.database_version).toBeGreaterThanOrEqual(15);
    expect(check.checks.map(({ name }) => name)).toEqual(['settings', 'keys', 'database', 'services', 'address']);
  });
});

refusesOtherMethods(app, path, ['GET']);
