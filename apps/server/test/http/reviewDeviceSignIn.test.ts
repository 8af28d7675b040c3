import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join } from '../support/people.ts';
import { needsCredential, refusesApiKeys, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/device/review';
const start = async () => {
  const body = { device: 'countersign on a laptop', environment: 'sandbox' };
  return (await app.anyone.post<'startDeviceSignIn'>('/api/auth/device', body)).body.user_code;
};

describe('200', () => {
  test('shows the device name, its IP address and the expiration, regardless of how the user code is typed', async () => {
    const userCode = await start();
    const now = app.clock.now();
    for (const typed of [userCode, userCode.toLowerCase(), userCode.replace('-', ' ')])
      expect((await app.owner.post<'reviewDeviceSignIn'>(path, { userCode: typed })).body).toEqual({
        device: 'countersign on a laptop',
        environment: 'sandbox',
        address: '127.0.0.1',
        requested_at: now.toISOString(),
        expires_at: new Date(now.getTime() + 600_000).toISOString(),
      });
  });
});

describe('404', () => {
  test('rejects an unknown user code and an expired user code', async () => {
    expectError(await app.owner.post(path, { userCode: 'BBBB-BBBB' }), 'DEVICE_CODE_EXPIRED');
    const userCode = await start();
    app.clock.advance({ minutes: 10 });
    expectError(await app.owner.post(path, { userCode }), 'DEVICE_CODE_EXPIRED');
  });
});

describe('429', () => {
  test('blocks only the person who entered ten wrong codes, and rejects even a correct code from that person', async () => {
    const { caller } = await join(app, { role: 'admin' });
    for (let tries = 0; tries < 10; tries += 1)
      expectError(await caller.post(path, { userCode: 'BBBB-BBBB' }), 'DEVICE_CODE_EXPIRED');
    const userCode = await start();
    const blocked = { retryAfterSeconds: 60 };
    expectError(await caller.post(path, { userCode }), 'TOO_MANY_ATTEMPTS', blocked);
    expectError(
      await caller.post('/api/auth/device/confirm', { userCode, scopes: ['documents:read'] }),
      'TOO_MANY_ATTEMPTS',
      blocked,
    );
    expect((await app.owner.post(path, { userCode })).status).toBe(200);
  });

  test('counts wrong user codes even if valid codes are reviewed and confirmed in between', async () => {
    const { caller } = await join(app, { role: 'admin' });
    for (let tries = 0; tries < 10; tries += 1) {
      const userCode = await start();
      expect((await caller.post(path, { userCode })).status).toBe(200);
      const confirmed = await caller.post('/api/auth/device/confirm', { userCode, scopes: ['documents:read'] });
      expect(confirmed.status).toBe(200);
      expectError(await caller.post(path, { userCode: 'BBBB-BBBB' }), 'DEVICE_CODE_EXPIRED');
    }
    const blocked = { retryAfterSeconds: 60 };
    expectError(await caller.post(path, { userCode: await start() }), 'TOO_MANY_ATTEMPTS', blocked);
  });
});

describe('422', () => {
  test.each(['AAAA-AAAA', 'BBBB', 'BBBB-BBBB-B', 1])('rejects the user code %s', async (userCode) => {
    expectInvalid(await app.owner.post(path, { userCode }), 'userCode');
  });
});

needsCredential(app, { method: 'POST', path, body: { userCode: 'BBBB-BBBB' } });
refusesApiKeys(app, { method: 'POST', path, body: { userCode: 'BBBB-BBBB' } });
refusesOtherMethods(app, path, ['POST']);
