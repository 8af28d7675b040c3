import { describe, expect, test } from 'vitest';
import type { Role } from '@countersign/contract';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join, mailCount, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const pathOf = (userId: string) => `/api/organization/members/${userId}`;
const change = (by: Caller, userId: string, role: Role) =>
  by.send<'updateMember'>('PATCH', pathOf(userId), { body: { role } });

describe('200', () => {
  test('lets an administrator promote a member to administrator in both environments with one request, and notifies the member', async () => {
    const person = await join(app);
    const { caller: admin } = await app.member('admin');
    expect((await person.caller.get('/api/organization/members')).status).toBe(403);
    const answer = await change(admin, person.userId, 'admin');
    expect(answer.body.member).toMatchObject({ id: person.userId, role: 'admin' });
    expect((await person.caller.get('/api/organization/members')).status).toBe(200);
    const rows = await app.sql('select role from memberships where user_id = $1', [person.userId]);
    expect(rows).toEqual([{ role: 'admin' }, { role: 'admin' }]);
    expect(await mailCount(app, person.email, 'role-changed')).toBe(1);
    expect((await trailOf(app)).at(-1)).toBe('member.role-changed');
  });

  test('lets an owner promote an administrator to owner, and lets owners demote only themselves', async () => {
    const owner = await app.session();
    const second = await app.member('admin');
    expect((await change(owner, second.userId, 'owner')).status).toBe(200);
    expectError(await change(owner, second.userId, 'member'), 'FORBIDDEN');
    expect((await change(second.caller, second.userId, 'admin')).status).toBe(200);
  });
});

administrative(app, { method: 'PATCH', path: pathOf(newId('user')), body: { role: 'member' } });

describe('403', () => {
  test('does not let administrators and API keys promote a member to owner or demote an owner', async () => {
    const admin = await app.member('admin');
    const { caller: key } = await app.makeKey({ scopes: ['admin'] });
    for (const by of [admin.caller, key]) {
      expectError(await change(by, admin.userId, 'owner'), 'FORBIDDEN');
      expectError(await change(by, app.tenant.userId, 'member'), 'FORBIDDEN');
    }
  });
});

describe('404', () => {
  test('rejects a member of another organization, an unknown member and an invalid ID', async () => {
    const other = await app.otherTenant();
    for (const userId of [other.userId, newId('user'), 'usr_1'])
      expectError(await change(await app.session(), userId, 'admin'), 'MEMBER_NOT_FOUND', { userId });
  });
});

describe('409', () => {
  test('rejects the demotion of the last owner, even if two owners step down at the same time', async () => {
    const owner = await app.session();
    expectError(await change(owner, app.tenant.userId, 'admin'), 'LAST_OWNER', { userId: app.tenant.userId });
    const second = await app.member('owner');
    const answers = await Promise.all([
      change(owner, app.tenant.userId, 'admin'),
      change(second.caller, second.userId, 'admin'),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

describe('422', () => {
  test('rejects an unknown role', async () => {
    const answer = await (await app.session()).send('PATCH', pathOf(newId('user')), { body: { role: 'root' } });
    if (answer.status !== 403) expectInvalid(answer, 'role');
  });
});

refusesOtherMethods(app, pathOf(newId('user')), ['PATCH', 'DELETE']);
