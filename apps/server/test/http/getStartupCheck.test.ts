import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/startup-check';

describe('200', () => {
  test('returns the results of the startup checks and the running version', async () => {
    const folder = new URL('../../src/platform/db/migrations/', import.meta.url);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
    const { status, body } = await app.owner.both('GET', path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'healthy',
      started_at: expect.stringMatching(/Z$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      migrations: { applied: files.length, newest: files.at(-1) },
    });
    const { body: check } = await app.service.get<'getStartupCheck'>(path);
    expect(check.database_version ?? 0).toBeGreaterThanOrEqual(15);
    expect(check.checks?.map(({ name }) => name)).toEqual(['settings', 'keys', 'database', 'services', 'address']);
  });
});

describe('response to callers without permission', () => {
  const addresses = ['/api/startup-check', '/api/health/production'];
  test.each(addresses)('returns only the status at %s', async (address) => {
    const { caller: member } = await app.member('member');
    const other = await app.otherTenant();
    const { caller: adminsKey } = await app.makeKey({ by: (await app.member('admin')).caller, scopes: ['admin'] });
    const { caller: reader } = await app.makeKey({ scopes: ['documents:read'] });
    const dead = app.anyone.with({ bearer: 'sk_live_nothing' });
    for (const who of [app.anyone, member, other.owner, other.key, reader, adminsKey, dead, app.cron]) {
      const { status, body } = await who.get(address);
      expect(status).toBe(200);
      expect(Object.keys(body as object)).toEqual(['status']);
    }
  });

  test.each(addresses)("%s shows details to administrators and to an owner's API key", async (address) => {
    const { caller } = await app.makeKey({ scopes: ['admin'] });
    for (const who of [caller, (await app.member('admin')).caller])
      expect((await who.get(address)).body).toHaveProperty('checks');
  });
});

refusesOtherMethods(app, path, ['GET']);
