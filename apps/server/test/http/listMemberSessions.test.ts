import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { cookiesOf, join, logIn, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (userId: string) => `/api/organization/members/${userId}/sessions`;
const list = async (by: Caller, userId: string) =>
  (await by.get<'listMemberSessions'>(pathOf(userId))).body.sessions.map(({ id }) => id);

describe('sessions listed by administrators', () => {
  test("lets administrators list a member's sessions and end one of them immediately", async () => {
    const { caller: admin } = await app.member('admin');
    const person = await join(app);
    const second = app.anyone.with({ cookie: cookiesOf(await logIn(app, person.email)) });
    const own = (await second.get<'listSessions'>('/api/auth/sessions')).body.sessions;
    expect((await list(admin, person.userId)).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    const current = own.find(({ current: isThis }) => isThis)?.id;
    const answer = await admin.send<'endMemberSessions'>('DELETE', `${pathOf(person.userId)}?id=${current}`);
    expect(answer.body).toEqual({ success: true, ended: 1 });
    expectError(await second.get('/api/auth/session'), 'UNAUTHORIZED');
    expect((await person.caller.get('/api/auth/session')).status).toBe(200);
    expect((await admin.send<'endMemberSessions'>('DELETE', pathOf(person.userId))).body.ended).toBe(1);
    expectError(await person.caller.get('/api/auth/session'), 'UNAUTHORIZED');
    expect((await trailOf(app)).at(-1)).toBe('member.sessions-ended');
  });

  test("hides a member's sessions in other organizations from administrators", async () => {
    const { caller: admin } = await app.member('admin');
    const person = await join(app);
    const other = await app.otherTenant();
    await app.sql(`insert into memberships (tenant_id, user_id, role, created_at) values ($1, $2, 'member', $3)`, [
      other.tenantId,
      person.userId,
      app.clock.now(),
    ]);
    await app.sql('update sessions set tenant_id = $1 where user_id = $2', [other.tenantId, person.userId]);
    const [elsewhere] = await list(other.owner, person.userId);
    expect(await list(admin, person.userId)).toEqual([]);
    const end = await admin.send('DELETE', `${pathOf(person.userId)}?id=${elsewhere}`);
    expectError(end, 'SESSION_NOT_FOUND', { sessionId: elsewhere });
    app.clock.advance({ seconds: 2 });
    expect((await person.caller.get('/api/auth/session')).status).toBe(200);
  });

  test("does not let administrators list or end an owner's sessions, and returns 404 for people who are not members", async () => {
    const { caller: admin } = await app.member('admin');
    expectError(await admin.get(pathOf(app.tenant.userId)), 'FORBIDDEN');
    expectError(await admin.send('DELETE', pathOf(app.tenant.userId)), 'FORBIDDEN');
    const { userId } = await app.otherTenant();
    expectError(await admin.get(pathOf(userId)), 'MEMBER_NOT_FOUND', { userId });
  });
});

test('rejects API keys and members without the admin role', async () => {
  const person = await join(app);
  expectError(await person.caller.get(pathOf(person.userId)), 'FORBIDDEN');
  expectError(await (await app.makeKey()).caller.get(pathOf(person.userId)), 'FORBIDDEN');
});

refusesOtherMethods(app, pathOf('usr_00000000000000000000000000'), ['GET', 'DELETE']);
