import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join } from '../support/people.ts';
import { needsCredential, refusesApiKeys, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/device/confirm';
const scopes = ['documents:read'];
const start = async () =>
  (await app.anyone.post<'startDeviceSignIn'>('/api/auth/device', { device: 'countersign' })).body;

describe('200', () => {
  test.each([path, `/v1${path}`])('%s: confirms a user code once', async (at) => {
    const { user_code: userCode } = await start();
    expect((await app.owner.post(at, { userCode, scopes })).body).toEqual({ success: true });
    expectError(await app.owner.post(at, { userCode, scopes }), 'DEVICE_CODE_EXPIRED');
  });

  test('creates the API key in the organization of the person who confirms the code', async () => {
    const other = await app.otherTenant();
    const { device_code, user_code: userCode } = await start();
    await other.owner.post(path, { userCode, scopes });
    const { body } = await app.anyone.post<'finishDeviceSignIn'>('/api/auth/device/token', { device_code });
    expect(body.apiKey?.key).toContain(other.tenantId.slice(4));
  });
});

describe('403', () => {
  test('rejects members, sessions without a recent step-up, and plans without API keys', async () => {
    const { user_code: userCode } = await start();
    const member = await app.member('member');
    expectError(await member.caller.post(path, { userCode, scopes }), 'FORBIDDEN');
    const { caller } = await join(app, { role: 'admin' });
    app.clock.advance({ minutes: 11 });
    const later = (await start()).user_code;
    expectError(await caller.post(path, { userCode: later, scopes }), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    const other = await app.otherTenant();
    await app.sql(`update organizations set plan = 'free' where id = $1`, [other.organizationId]);
    app.clock.advance({ seconds: 2 });
    expectError(await other.owner.post(path, { userCode: later, scopes }), 'PLAN_REQUIRED', {
      needed: 'medium-team',
      plan: 'free',
      right: 'apiKeys',
    });
  });
});

describe('404', () => {
  test('rejects an unknown user code', async () => {
    const owner = await app.session();
    expectError(await owner.post(path, { userCode: 'BBBB-BBBB', scopes }), 'DEVICE_CODE_EXPIRED');
  });
});

describe('422', () => {
  test('rejects missing scopes, an unknown scope and a lifetime of more than ten years', async () => {
    const userCode = 'BBBB-BBBB';
    const owner = await app.session();
    expectInvalid(await owner.post(path, { userCode, scopes: [] }), 'scopes');
    expectInvalid(await owner.post(path, { userCode, scopes: ['root'] }), 'scopes[0]');
    expectInvalid(await owner.post(path, { userCode, scopes, expiresInDays: 3651 }), 'expiresInDays');
  });
});

needsCredential(app, { method: 'POST', path, body: { userCode: 'BBBB-BBBB', scopes } });
refusesApiKeys(app, { method: 'POST', path, body: { userCode: 'BBBB-BBBB', scopes } });
refusesOtherMethods(app, path, ['POST']);
