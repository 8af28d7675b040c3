import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join, mailCount, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { comparableText } from '../support/caller.ts';

const app = await startTestApp();
const path = '/api/organization/invitations';

describe('201', () => {
  test('e-mails the invitation link to the invited address, and does not return the link', async () => {
    const person = app.person();
    const answer = await (await app.session()).post<'createInvitation'>(path, { ...person, role: 'admin' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.invitation).toEqual({
      id: expect.stringMatching(/^inv_/),
      email: person.email,
      name: person.name,
      role: 'admin',
      invited_by: OWNER.name,
      created_at: app.clock.now().toISOString(),
      expires_at: new Date(app.clock.now().getTime() + 14 * 86_400_000).toISOString(),
      bounced: null,
    });
    expect(answer.text).not.toContain('#');
    expect(await mailCount(app, person.email, 'invitation')).toBe(1);
    expect((await trailOf(app)).at(-1)).toBe('invitation.sent');
  });

  test('returns the same response for a person with an account in another organization as for a person without an account', async () => {
    const other = await app.otherTenant();
    const [user] = await app.sql<{ email: string }>('select email from users where id = $1', [other.userId]);
    const owner = await app.session();
    const shape = (body: object) => Object.keys(body).toSorted().join();
    const known = await owner.post<'createInvitation'>(path, { email: user?.email });
    const unknown = await owner.post<'createInvitation'>(path, { email: 'unknown@contoso.example' });
    expect(known.status).toBe(201);
    expect(shape(known.body.invitation)).toBe(shape(unknown.body.invitation));
    expect({ ...known.body.invitation, id: '', email: '' }).toEqual({ ...unknown.body.invitation, id: '', email: '' });
  });

  test('sends one e-mail and returns the same response for a repeated Idempotency-Key', async () => {
    const { email } = app.person();
    const owner = await app.session();
    const send = () => owner.post(path, { email }, { headers: { 'idempotency-key': `invite-${email}` } });
    const [one, two] = [await send(), await send()];
    expect(one.status, one.text).toBe(201);
    expect(comparableText(two)).toBe(comparableText(one));
    expect(await mailCount(app, email, 'invitation')).toBe(1);
  });

  test('returns an invitation for each of several concurrent requests for one address, and keeps only the last invitation open', async () => {
    const { email } = app.person();
    const owner = await app.session();
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.post<'createInvitation'>(path, { email })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const made = answers.map(({ body }) => body.invitation.id);
    expect(new Set(made).size).toBe(5);
    const { invitations } = (await owner.get<'listInvitations'>(path)).body;
    const open = invitations.filter((one) => one.email === email);
    expect(open).toHaveLength(1);
    expect(made).toContain(open[0]?.id);
  });
});

administrative(app, { method: 'POST', path, body: { email: 'guest@contoso.example' } });

test('reports that an open invitation with the same role was renewed', async () => {
  const { email } = app.person();
  const owner = await app.session();
  const first = await owner.post<'createInvitation'>(path, { email, role: 'admin' });
  expect(first.body.renewed).toBe(false);
  const again = await owner.post<'createInvitation'>(path, { email, role: 'admin' });
  expect(again.body).toMatchObject({ renewed: true, invitation: { email, role: 'admin' } });
});

describe('409', () => {
  test('rejects a second invitation with another role and keeps the first one open', async () => {
    const { email } = app.person();
    const owner = await app.session();
    const { body } = await owner.post<'createInvitation'>(path, { email, role: 'admin' });
    const details = { email, invitationId: body.invitation.id, role: 'admin' };
    expectError(await owner.post(path, { email, role: 'member' }), 'ALREADY_INVITED', details);
    expectError(
      await owner.post('/api/admin/users/create', { email, name: 'Ada', role: 'member' }),
      'ALREADY_INVITED',
      details,
    );
    const { invitations } = (await owner.get<'listInvitations'>(path)).body;
    expect(invitations.filter((one) => one.email === email)).toMatchObject([{ id: body.invitation.id, role: 'admin' }]);
  });

  test('rejects an address that is already a member', async () => {
    const { email } = await join(app);
    expectError(await (await app.session()).post(path, { email }), 'ALREADY_MEMBER', { email });
  });
});

describe('422', () => {
  test.each([
    ['the owner role', { email: 'x@contoso.example', role: 'owner' }, 'role'],
    ['an invalid e-mail address', { role: 'member' }, 'email'],
    ['a name with a line break', { email: 'x@contoso.example', name: 'a\r\nBcc: b' }, 'name'],
  ])('rejects an invalid invitation: %s', async (_name, body, field) => {
    expectInvalid(await (await app.session()).post(path, body), field);
  });
});

describe('limit on invitations per address (429)', () => {
  test('rejects the sixth invitation to the same person within a minute', async () => {
    const owner = await app.session();
    const { email } = app.person();
    for (let n = 0; n < 5; n += 1) expect((await owner.post(path, { email })).status).toBe(201);
    expectError(await owner.post(path, { email }), 'TOO_MANY_MAILS', { email, retryAfterSeconds: 60 });
  });
});

refusesOtherMethods(app, path, ['GET', 'POST']);
