import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join, logIn, trailOf } from '../support/people.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const owner = await app.session();
const pathOf = (userId: string) => `/api/admin/users/${userId}/deactivate`;

describe('200', () => {
  test("ends the user's sessions and API keys immediately, keeps documents in progress, and transfers other documents to another member", async () => {
    const leaver = await join(app, { role: 'admin' });
    const heir = await join(app);
    const made = await leaver.caller.post<'createApiKey'>('/api/settings/api-keys', { name: 'Theirs' });
    const key = app.anyone.with({ bearer: app.secret(made.body.apiKey.key) });
    const { id, token } = await app.sent({ by: leaver.caller }).then(async (sent) => ({
      id: sent.id,
      token: await app.link(sent.signers[0]?.email ?? ''),
    }));
    expect((await key.get('/api/documents/paginated')).status).toBe(200);

    const body = { handOverTo: heir.userId };
    const answer = await owner.post<'deactivateUser'>(pathOf(leaver.userId), body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.member.deactivated_at).toBe(app.clock.now().toISOString());
    expectError(await leaver.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
    expectError(await key.get('/api/documents/paginated'), 'UNAUTHORIZED');
    expectError(await logIn(app, leaver.email), 'NO_ORGANIZATION');
    // The signing links of the user's documents still work.
    expect((await app.anyone.post('/api/signing/session', { token })).status).toBe(200);

    const handOverPath = `/api/admin/users/${leaver.userId}/hand-over`;
    const done = await until('the hand-over', async () => {
      const { handOver } = (await owner.get<'getHandOver'>(handOverPath)).body;
      return handOver.status === 'completed' ? handOver : undefined;
    });
    expect(done).toMatchObject({ to: { id: heir.userId }, documents: 1 });
    expect((await heir.caller.get(`/api/documents/${id}`)).status).toBe(200);
    expect(await trailOf(app)).toEqual(
      expect.arrayContaining(['member.deactivated', 'member.hand-over-started', 'member.handed-over']),
    );
    const { users } = (await owner.get<'listUsers'>('/api/admin/users?status=deactivated')).body;
    expect(users.map(({ email }) => email)).toEqual([leaver.email]);
    // Deactivating the user again changes nothing.
    expect((await owner.post<'deactivateUser'>(pathOf(leaver.userId), {})).body.member.deactivated_at).toBe(
      answer.body.member.deactivated_at,
    );
    // A deactivated user cannot return through an invitation or by becoming an owner.
    expectError(await owner.post('/api/organization/invitations', { email: leaver.email }), 'ALREADY_MEMBER', {
      email: leaver.email,
    });
    expectError(
      await owner.send('PATCH', `/api/organization/members/${leaver.userId}`, { body: { role: 'owner' } }),
      'MEMBER_DEACTIVATED',
      { userId: leaver.userId },
    );
  });
});

administrative(app, { method: 'POST', path: pathOf('usr_00000000000000000000000000'), body: {} });

describe('403', () => {
  test('rejects the deactivation of an owner or of the caller', async () => {
    const admin = await app.member('admin');
    expectError(await admin.caller.post(pathOf(app.tenant.userId), {}), 'FORBIDDEN');
    const self = await admin.caller.post(pathOf(admin.userId), {});
    expect([self.status, self.text]).toEqual([403, expect.stringContaining('cannot deactivate yourself')]);
    expectError(await owner.post(pathOf(app.tenant.userId), {}), 'LAST_OWNER', { userId: app.tenant.userId });
  });
});

test('returns 404 for a member of another organization', async () => {
  const other = await app.otherTenant();
  const { userId } = await join(app);
  expectError(await other.owner.post(pathOf(userId), {}), 'MEMBER_NOT_FOUND', { userId });
});

describe('422', () => {
  test("rejects an invalid new owner for the user's documents", async () => {
    const { userId } = await join(app);
    const other = await app.otherTenant();
    const stranger = (await other.owner.get<'listUsers'>('/api/admin/users')).body.users[0]?.id;
    for (const handOverTo of [userId, stranger])
      expectInvalid(await owner.post(pathOf(userId), { handOverTo }), 'handOverTo', 'no_such_member');
    const { userId: member } = await join(app);
    const keys = await owner.post(pathOf(userId), { handOverTo: member, handOverKeys: true });
    expectInvalid(keys, 'handOverTo', 'not_an_administrator');
    expect(
      (await owner.get<'listUsers'>('/api/admin/users?status=deactivated')).body.users.map(({ id }) => id),
    ).not.toContain(userId);
  });
});
