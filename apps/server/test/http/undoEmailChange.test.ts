import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { cookieNamed, join, logIn, mailCount, mailToken, PASSWORD } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/change-email/undo';

async function changed() {
  const person = await join(app);
  const { email } = app.person();
  await person.caller.post('/api/auth/change-email', { email });
  const token = await mailToken(app, email, 'change-email');
  const answer = await person.caller.post('/api/auth/change-email/confirm', { token });
  const thief = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
  return { person, email, thief, token: await mailToken(app, person.email, 'email-changed') };
}

describe('200', () => {
  test('gives the account back to the old address: sessions end, and a link for a new password follows', async () => {
    const { person, email, thief, token } = await changed();
    expect((await app.anyone.post(path, { token })).status).toBe(200);
    expect((await thief.get('/api/auth/session')).status).toBe(401);
    expect((await logIn(app, email)).status).toBe(401);
    expect((await logIn(app, person.email, PASSWORD)).status).toBe(200);
    expect(await mailCount(app, person.email, 'reset-password')).toBe(1);
    expectError(await app.anyone.post(path, { token }), 'MAIL_LINK_INVALID');
  });
});

describe('409', () => {
  test('another account has the address by now', async () => {
    const { person, token } = await changed();
    const other = await join(app);
    await app.sql('update users set email = $2, email_key = $2 where id = $1', [other.userId, person.email]);
    expectError(await app.anyone.post(path, { token }), 'EMAIL_TAKEN');
  });
});

describe('410', () => {
  test('after seven days, and nonsense', async () => {
    const { token } = await changed();
    app.clock.advance({ days: 7, seconds: 1 });
    expectError(await app.anyone.both('POST', path, { body: { token } }), 'MAIL_LINK_INVALID');
    expectError(await app.anyone.post(path, { token: 'nonsense' }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  test('no token', async () => {
    expectInvalid(await app.anyone.post(path, {}), 'token');
  });
});

refusesOtherMethods(app, path, ['POST']);
