import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookieNamed, join, logIn, mailCount, mailToken, type Person, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/change-email/confirm';

async function asked(person: Person, email: string): Promise<string> {
  expect((await person.caller.post('/api/auth/change-email', { email })).status).toBe(200);
  return mailToken(app, email, 'change-email');
}

describe('200', () => {
  test('changes the account to the new address, notifies the previous address, and keeps the session under a new cookie', async () => {
    const person = await join(app);
    const { email } = app.person();
    const answer = await person.caller.post<'confirmEmailChange'>(path, { token: await asked(person, email) });
    expect(answer.body.profile).toMatchObject({ id: person.userId, email, email_verified: true });
    const fresh = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
    expect((await fresh.get('/api/auth/session')).status).toBe(200);
    expect((await person.caller.get('/api/auth/session')).status).toBe(401);
    expect((await logIn(app, email)).status).toBe(200);
    expect((await logIn(app, person.email)).status).toBe(401);
    expect(await mailCount(app, person.email, 'email-changed')).toBe(1);
    expect(await trailOf(app)).toContain('user.email-changed');
  });

  test('confirms the new address once if fifty requests arrive simultaneously', async () => {
    const person = await join(app);
    const token = await asked(person, app.person().email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => person.caller.post(path, { token })));
    const won = statusesOf(answers).filter((status) => status === 200);
    expect(won).toHaveLength(1);
  });
});

sessionOnly(app, { method: 'POST', path, body: { token: 'nonsense' } });

describe('409', () => {
  test('rejects an address that another account has since confirmed', async () => {
    const [person, other] = [await join(app), await join(app)];
    const { email } = app.person();
    const token = await asked(person, email);
    await app.sql('update users set email = $2, email_key = $2 where id = $1', [other.userId, email]);
    expectError(await person.caller.post(path, { token }), 'EMAIL_TAKEN');
  });
});

describe('410', () => {
  test('rejects the confirmation link of another account', async () => {
    const [attacker, victim] = [await join(app), await join(app)];
    const { email } = app.person();
    const token = await asked(attacker, email);
    expectError(await victim.caller.post(path, { token }), 'MAIL_LINK_INVALID');
    expect((await attacker.caller.post(path, { token })).status, 'the link remains unused').toBe(200);
  });
  test('rejects a link after a day, and a link that a newer request replaced', async () => {
    const person = await join(app);
    const first = await asked(person, app.person().email);
    const second = await asked(person, app.person().email);
    expectError(await person.caller.post(path, { token: first }), 'MAIL_LINK_INVALID');
    app.clock.advance({ hours: 24, seconds: 1 });
    const again = app.anyone.with({ cookie: cookieNamed(await logIn(app, person.email), 'countersign_session') });
    expectError(await again.post(path, { token: second }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  test('rejects a confirmation without a token', async () => {
    expectInvalid(await (await app.session()).post(path, {}), 'token');
  });
});

refusesOtherMethods(app, path, ['POST']);
