import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, logIn, mailCount, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { logInWithPasskey, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const member = await withApp(app);
const pathOf = (userId: string) => `/api/organization/members/${userId}/two-factor`;
const sample = { method: 'DELETE', path: pathOf(member.userId) };
const reset = async (userId: string, caller = app.session()) => (await caller).send('DELETE', pathOf(userId));

describe('200', () => {
  test('removes all second factors of the member, ends all sessions, keeps the password, notifies the member, and records the reset', async () => {
    const lost = await withPasskey(app, await withApp(app));
    expect((await reset(lost.userId)).body).toEqual({ success: true });
    expectError(await lost.caller.get('/api/auth/session'), 'UNAUTHORIZED');
    expectError(await logInWithPasskey(app, lost.key), 'PASSKEY_REFUSED');
    expectError(await logIn(app, lost.email, 'not this password'), 'INVALID_CREDENTIALS');
    expect((await logIn(app, lost.email)).status).toBe(200);
    expect(await mailCount(app, lost.email, 'two-factor-off')).toBe(1);
    expect(await trailOf(app)).toContain('member.two-factor-reset');
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects a member, and an admin who targets an owner or their own account', async () => {
    const [plain, admin] = [await join(app), await join(app, { role: 'admin' })];
    expectError(await reset(member.userId, Promise.resolve(plain.caller)), 'FORBIDDEN');
    expectError(await reset(app.tenant.userId, Promise.resolve(admin.caller)), 'FORBIDDEN');
    expectError(await reset(admin.userId, Promise.resolve(admin.caller)), 'FORBIDDEN');
  });

  test('rejects a session without a recent step-up', async () => {
    const owner = await app.session();
    app.clock.advance({ minutes: 11 });
    expectError(await owner.send('DELETE', pathOf(member.userId)), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  });

  test('rejects a member who also belongs to another organization, because the second factor protects that organization too', async () => {
    const both = await withApp(app);
    expect((await both.caller.post('/api/organizations', { name: 'Their own' })).status).toBe(201);
    expectError(await reset(both.userId), 'MEMBER_ELSEWHERE', { userId: both.userId });
    expect((await logIn(app, both.email)).status).toBe(403);
  });
});

describe('404', () => {
  test('rejects a person who is not a member of the organization', async () => {
    const other = await app.otherTenant();
    for (const userId of [other.userId, newId('user'), 'nonsense'])
      expectError(await reset(userId), 'MEMBER_NOT_FOUND', { userId });
  });
});

describe('409', () => {
  test('rejects a member who has no second factor', async () => {
    expectError(await reset((await join(app)).userId), 'TWO_FACTOR_NOT_ENABLED');
  });
});

refusesOtherMethods(app, sample.path, ['DELETE']);
