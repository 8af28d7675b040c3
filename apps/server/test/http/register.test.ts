import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { cookieNamed, cookiesOf, join, mailCount, mailToken, PASSWORD, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp({ registration: 'open' });
const invitesOnly = await startTestApp();
const closed = await startTestApp({ registration: 'off' });
const path = '/api/auth/register';
app.secret(PASSWORD);

async function invite(to: { email: string }, on = app): Promise<string> {
  await (await on.session()).post('/api/organization/invitations', { email: to.email });
  return mailToken(on, to.email, 'invitation');
}

describe('201', () => {
  test('e-mails a link to an address without an account, and creates the account when the link is opened', async () => {
    const person = app.person();
    const answer = await app.anyone.post<'register'>(path, { ...person, password: PASSWORD });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      registration: {
        status: 'verification-sent',
        expires_at: new Date(app.clock.now().getTime() + 48 * 3_600_000).toISOString(),
      },
    });
    expect(cookieNamed(answer, 'countersign_session')).toBe('');
    expect(await mailCount(app, person.email, 'confirm-registration')).toBe(1);
    expect(await app.sql('select from users where email = $1', [person.email])).toEqual([]);
  });

  test('returns the same response for a registered address as for a new address, and e-mails the account owner', async () => {
    const known = await join(app);
    const body = { name: known.name, password: PASSWORD };
    const one = await app.anyone.post(path, { ...body, email: known.email });
    const other = await app.anyone.post(path, { ...body, email: 'unknown@contoso.example' });
    expect({ status: one.status, text: one.text }).toEqual({ status: other.status, text: other.text });
    expect([...one.headers.keys()]).toEqual([...other.headers.keys()]);
    expect(await mailCount(app, known.email, 'account-exists')).toBe(1);
    expect(await mailCount(app, known.email, 'confirm-registration')).toBe(0);
  });

  test('finds an existing account regardless of the case of the e-mail address', async () => {
    const known = await join(app);
    await app.anyone.post(path, { name: 'x', password: PASSWORD, email: known.email.toUpperCase() });
    expect(await mailCount(app, known.email.toUpperCase(), 'account-exists')).toBe(1);
  });

  test('sends at most five e-mails to an address and delays further e-mails', async () => {
    const { email } = app.person();
    for (let i = 0; i < 8; i += 1) await app.anyone.post(path, { email, name: 'x', password: PASSWORD });
    expect(await mailCount(app, email, 'confirm-registration')).toBe(5);
  });

  test('creates a confirmed account with a membership and a session immediately if the person has an invitation', async () => {
    const person = app.person();
    const invitationToken = await invite(person);
    const answer = await app.anyone.post<'register'>(path, { ...person, password: PASSWORD, invitationToken });
    expect(answer.body).toMatchObject({
      registration: { status: 'completed', expires_at: null },
      session: { user: { email: person.email }, organization: { id: app.tenant.organizationId }, role: 'member' },
    });
    const caller = app.anyone.with({ cookie: cookiesOf(answer) });
    expect((await caller.get<'getProfile'>('/api/user/profile')).body.profile).toMatchObject({ email_verified: true });
    expect((await trailOf(app)).slice(-3)).toEqual(['member.joined', 'user.logged-in', 'user.registered']);
    const events = await app.sql(
      `select data from outbox where kind = 'user.created' and data->'user'->>'email' = $1`,
      [person.email],
    );
    expect(events).toHaveLength(1);
  });

  test('creates one account when fifty requests use the same invitation', async () => {
    const person = app.person();
    const invitationToken = await invite(person);
    const body = { ...person, password: PASSWORD, invitationToken };
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.anyone.post(path, body)));
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 49 }, () => 410)]);
    expect(await app.sql('select from users where email = $1', [person.email])).toHaveLength(1);
  });
});

describe('403', () => {
  test('rejects a registration without an invitation if the installation requires one', async () => {
    expectError(
      await invitesOnly.anyone.post(path, { ...invitesOnly.person(), password: PASSWORD }),
      'REGISTRATION_CLOSED',
    );
  });
  test('rejects a registration even with an invitation if registration is turned off', async () => {
    const person = closed.person();
    const invitationToken = await invite(person, closed);
    const answer = await closed.anyone.post(path, { ...person, password: PASSWORD, invitationToken });
    expectError(answer, 'REGISTRATION_CLOSED');
  });
});

describe('409', () => {
  test('rejects the registration of an invited address that already has an account, because its owner must sign in instead', async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    await other.owner.post('/api/organization/invitations', { email: person.email });
    const invitationToken = await mailToken(app, person.email, 'invitation');
    const answer = await app.anyone.post(path, {
      email: person.email,
      name: person.name,
      password: PASSWORD,
      invitationToken,
    });
    expectError(answer, 'ACCOUNT_EXISTS');
  });
});

describe('410', () => {
  test.each([
    ['a random string', async () => 'nonsense'],
    ['a link of another type', async () => app.strayLink()],
    [
      'a revoked invitation',
      async (email: string) => {
        const token = await invite({ email });
        const owner = await app.session();
        const { invitations } = (await owner.get<'listInvitations'>('/api/organization/invitations')).body;
        const open = invitations.find((one) => one.email === email);
        await owner.send('DELETE', `/api/organization/invitations/${open?.id ?? ''}`);
        return token;
      },
    ],
    [
      'a renewed invitation',
      async (email: string) => {
        const token = await invite({ email });
        await (await app.session()).post('/api/organization/invitations', { email });
        return token;
      },
    ],
    [
      'an invitation that is 14 days old',
      async (email: string) => {
        const token = await invite({ email });
        app.clock.advance({ days: 14, seconds: 1 });
        return token;
      },
    ],
  ])('rejects an invalid invitation: %s', async (_name, make: (email: string) => Promise<string>) => {
    const person = app.person();
    const invitationToken = await make(person.email);
    expectError(await app.anyone.post(path, { ...person, password: PASSWORD, invitationToken }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  const person = { email: 'ada@contoso.example', name: 'Ada Lovelace', organizationName: 'Analytical Engines' };
  test.each([
    ['has eleven characters', 'elevenchars', 'password_too_short'],
    ['has eleven characters of several bytes each', '🐎🔋📎🐎🔋📎🐎🔋📎🐎🔋', 'password_too_short'],
    ['is common', 'qwertyuiop12', 'password_too_common'],
    ['is a repeated common word', 'letmeinletmein', 'password_too_common'],
    ["contains the user's name", 'adaLovelace1', 'password_contains_context'],
    ["contains the organization's name", 'analytical-engines', 'password_contains_context'],
    ["contains the product's name", 'countersign1', 'password_contains_context'],
  ])('rejects a password that %s', async (_name, password, reason) => {
    expectInvalid(await app.anyone.post(path, { ...person, password }), 'password', reason);
  });
  test.each([
    ['a missing address', { email: undefined }, 'email'],
    ['an address with a line break', { email: 'ada\n@x.example' }, 'email'],
    ['a name with a line break', { name: 'Ada\nBcc: x' }, 'name'],
    ['a role', { role: 'owner' }, 'role'],
    ['a password of 1,025 bytes', { password: 'é'.repeat(513) }, 'password'],
  ])('rejects an invalid registration: %s', async (_name, change, field) => {
    expectInvalid(await app.anyone.both('POST', path, { body: { ...person, password: PASSWORD, ...change } }), field);
  });
  test('rejects an invitation that was sent to another person', async () => {
    const invitationToken = await invite(app.person());
    const answer = await app.anyone.post(path, { ...app.person(), password: PASSWORD, invitationToken });
    expectInvalid(answer, 'email', 'another_address');
  });
});

refusesOtherMethods(app, path, ['POST']);
