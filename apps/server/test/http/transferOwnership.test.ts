import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, mailCount, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const path = '/api/organization/transfer-ownership';
const { password } = OWNER;

sessionOnly(app, { method: 'POST', path, body: { userId: newId('user'), password } });

describe('403', () => {
  test('rejects a wrong password, and an administrator who is not an owner', async () => {
    const { userId } = await app.member('member');
    const owner = await app.session();
    expectError(await owner.post(path, { userId, password: app.secret('not this password') }), 'WRONG_PASSWORD');
    expectError(await (await app.member('admin')).caller.post(path, { userId, password }), 'FORBIDDEN');
  });
});

describe('404', () => {
  test('rejects a person from another organization, and an unknown user ID', async () => {
    const other = await app.otherTenant();
    for (const userId of [other.userId, newId('user')])
      expectError(await (await app.session()).post(path, { userId, password }), 'MEMBER_NOT_FOUND', { userId });
  });
});

describe('422', () => {
  test('rejects a request without a user ID', async () => {
    expectInvalid(await (await app.session()).post(path, { password }), 'userId');
  });
});

describe('429', () => {
  test('rejects further attempts after ten wrong passwords', async () => {
    const owner = await app.session();
    const userId = newId('user');
    for (let i = 0; i < 10; i += 1) await owner.post(path, { userId, password: 'not this password' });
    expectError(await owner.post(path, { userId, password }), 'TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 });
    app.clock.advance({ days: 2 });
  });
});

describe('200', () => {
  test('swaps the two roles in both environments and leaves exactly one owner after two concurrent requests', async () => {
    const [one, two] = [await join(app), await join(app)];
    const owner = await app.session();
    const answers = await Promise.all([one, two].map(({ userId }) => owner.post(path, { userId, password })));
    expect(statusesOf(answers)).toEqual([200, 403]);
    const owners = await app.sql<{ user_id: string }>(
      `select user_id from memberships where role = 'owner' and tenant_id = any($1)`,
      [[app.tenant.tenantId, app.tenant.sandboxId]],
    );
    const won = answers[0]?.status === 200 ? one : two;
    expect(owners.map(({ user_id: id }) => id)).toEqual([won.userId, won.userId]);
    expect((await owner.get<'getSession'>('/api/auth/session')).body.session.role).toBe('admin');
    expect(await mailCount(app, won.email, 'role-changed')).toBe(1);
    expect((await trailOf(app)).slice(-2)).toEqual(['member.role-changed', 'member.role-changed']);
  });
});

refusesOtherMethods(app, path, ['POST']);
