import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookieNamed, join, mailToken } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/accept-invitation';

async function invitedElsewhere(email: string, role: 'admin' | 'member' = 'member') {
  const other = await app.otherTenant();
  await other.owner.post('/api/organization/invitations', { email, role });
  return { other, token: await mailToken(app, email, 'invitation') };
}

describe('200', () => {
  test('adds the person to both environments and replaces the session with one in the new organization', async () => {
    const person = await join(app);
    const { other, token } = await invitedElsewhere(person.email, 'admin');
    const answer = await person.caller.post<'acceptInvitation'>(path, { token });
    expect(answer.body.session).toMatchObject({ role: 'admin', organization: { id: other.organizationId } });
    expect((await person.caller.get('/api/auth/session')).status).toBe(401);
    const caller = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
    expect((await caller.get<'listMembers'>('/api/organization/members')).body.members).toHaveLength(2);
    const rows = await app.sql('select from memberships where user_id = $1 and tenant_id = any($2)', [
      person.userId,
      [other.tenantId, other.sandboxId],
    ]);
    expect(rows).toHaveLength(2);
  });

  test('adds the person once if fifty requests arrive simultaneously', async () => {
    const person = await join(app);
    const { token } = await invitedElsewhere(person.email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => person.caller.post(path, { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

sessionOnly(app, { method: 'POST', path, body: { token: 'nonsense' } });

describe('403', () => {
  test('rejects an invitation that was sent to another person', async () => {
    const person = await join(app);
    const { token } = await invitedElsewhere(app.person().email);
    expectError(await person.caller.post(path, { token }), 'INVITATION_FOR_ANOTHER');
  });
  test('rejects a session that was opened through an identity provider', async () => {
    const person = await join(app);
    const { token } = await invitedElsewhere(person.email);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [person.userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await person.caller.post(path, { token }), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects a person who has since become a member', async () => {
    const person = await join(app);
    const { other, token } = await invitedElsewhere(person.email);
    await app.sql(`insert into memberships (tenant_id, user_id, role, created_at) values ($1, $2, 'member', now())`, [
      other.tenantId,
      person.userId,
    ]);
    expectError(await person.caller.post(path, { token }), 'ALREADY_MEMBER');
  });
});

describe('410', () => {
  test('rejects an invalid invitation token', async () => {
    expectError(await (await app.session()).post(path, { token: 'nonsense' }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  test('rejects a request without an invitation token', async () => {
    expectInvalid(await (await app.session()).post(path, {}), 'token');
  });
});

refusesOtherMethods(app, path, ['POST']);
