import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/device';
const device = 'countersign on a laptop';

describe('201', () => {
  test.each([path, `/v1${path}`])('%s: both codes, the address for the person, and the times', async (at) => {
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
  });

  test('stores only hashes of the codes, and deletes expired requests', async () => {
    const { body } = await app.anyone.post<'startDeviceSignIn'>(path, { device: 'first' });
    const rows = () => app.sql<{ row: string }>('select d::text as row from device_sign_ins d');
    const stored = (await rows()).map(({ row }) => row).join();
    for (const code of [body.device_code, body.user_code, body.user_code.replace('-', '')])
      expect(stored).not.toContain(code);
    app.clock.advance({ minutes: 10 });
    await app.anyone.post(path, { device: 'second' });
    expect((await rows()).map(({ row }) => /first|second/.exec(row)?.[0])).toEqual(['second']);
  });
});

describe('422', () => {
  test('rejects a request without the name of the device, and an unknown environment', async () => {
    expectInvalid(await app.anyone.post(path, {}), 'device');
    expectInvalid(await app.anyone.post(path, { device, environment: 'test' }), 'environment');
  });
});

describe('404', () => {
  test('is not served in the sandbox', async () => {
    expectError(await app.anyone.post(`/sandbox${path}`, { device }), 'NOT_FOUND');
  });
});

refusesOtherMethods(app, path, ['POST']);
