import { describe, expect, test } from 'vitest';
import { startDevice } from '../../src/features/api-keys/device.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/device';
const device = 'countersign on a laptop';

describe('201', () => {
  test.each([path, `/v1${path}`])(
    '%s: returns the device code, the user code, the confirmation URL and the lifetimes',
    async (at) => {
      const { status, body } = await app.anyone.post<'startDeviceSignIn'>(at, { device });
      expect(status).toBe(201);
      expect(body).toEqual({
        device_code: expect.stringMatching(/^[\w-]{43}$/),
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verification_uri: `${app.services.baseUrl()}/device`,
        verification_uri_complete: `${app.services.baseUrl()}/device#${body.user_code}`,
        expires_in: 600,
        interval: 5,
      });
    },
  );

  test('stores only hashes of the codes, and picks another user code if the first is taken', async () => {
    const { body } = await app.anyone.post<'startDeviceSignIn'>(path, { device });
    const stored = (await app.sql<{ row: string }>('select d::text as row from device_sign_ins d')).map(
      ({ row }) => row,
    );
    for (const code of [body.device_code, body.user_code, body.user_code.replace('-', '')])
      expect(stored.join()).not.toContain(code);
    const codes = [body.user_code.replace('-', ''), 'BCDFGHJK'];
    const input = { device, environment: 'live' } as const;
    const other = await startDevice(app.services, { address: '127.0.0.1' }, input, () => codes.shift() ?? '');
    expect(other.user_code).toBe('BCDF-GHJK');
  });
});

describe('429', () => {
  test('allows 20 pending sign-ins per IP address, and does not count confirmed or expired sign-ins', async () => {
    app.clock.advance({ minutes: 10 });
    const start = () => app.anyone.post<'startDeviceSignIn'>(path, { device });
    const answers = await Promise.all(Array.from({ length: 19 }, start));
    const last = await start();
    expect([...answers, last].map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expectError(await start(), 'RATE_LIMIT_EXCEEDED', { limit: 20, retryAfterSeconds: 60 });
    const confirmed = { userCode: last.body.user_code, scopes: ['documents:read'] };
    const { caller } = await join(app, { role: 'admin' });
    expect((await caller.post('/api/auth/device/confirm', confirmed)).status).toBe(200);
    expect((await start()).status).toBe(201);
    expectError(await start(), 'RATE_LIMIT_EXCEEDED', { limit: 20, retryAfterSeconds: 60 });
    app.clock.advance({ minutes: 10 });
    expect((await start()).status).toBe(201);
  });
});

describe('422', () => {
  test('rejects a request without a device name or with an unknown environment', async () => {
    expectInvalid(await app.anyone.post(path, {}), 'device');
    expectInvalid(await app.anyone.post(path, { device, environment: 'test' }), 'environment');
  });
});

describe('404', () => {
  test('does not serve device sign-in in the sandbox', async () => {
    expectError(await app.anyone.post(`/sandbox${path}`, { device }), 'NOT_FOUND');
  });
});

refusesOtherMethods(app, path, ['POST']);
