import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join, mailToken, PASSWORD } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/recovery';
const review = (token: string) => app.anyone.post<'reviewAccount'>(path, { token });

async function resetToken(email: string): Promise<string> {
  await app.anyone.post('/api/auth/forgot-password', { email });
  return mailToken(app, email, 'reset-password');
}

describe('200', () => {
  test("lists only the person's sign-ins and security changes of the last 90 days, newest first", async () => {
    const person = await join(app, { role: 'admin' });
    const early = await app.makeKey({ by: person.caller });
    app.clock.advance({ days: 91 });
    const login = { email: person.email, password: PASSWORD };
    await app.anyone.post('/api/auth/login', login, { headers: { 'user-agent': 'Firefox/140.0 Linux' } });
    await app.makeKey();
    const { status, body, text } = await review(await resetToken(person.email));
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ email: person.email, changes: [] });
    expect(body.sign_ins).toMatchObject([
      {
        action: 'user.logged-in',
        device: 'Firefox on Linux',
        address: expect.any(String),
        actor: { id: person.userId },
      },
    ]);
    expect(text).not.toContain(early.id);
  });

  test('does not change the account or the link, even if the account is reviewed repeatedly', async () => {
    const person = await join(app, { role: 'member' });
    const token = await resetToken(person.email);
    const first = await review(token);
    expect((await review(token)).body).toEqual(first.body);
    expect((await person.caller.get('/api/auth/session')).status).toBe(200);
    const password = app.secret('violet harbour candle 3');
    expect((await app.anyone.post('/api/auth/reset-password', { token, password })).status).toBe(200);
    expectError(await review(token), 'MAIL_LINK_INVALID');
  });
});

test('returns summaries in the requested language, without an account', async () => {
  const person = await join(app, { role: 'member' });
  await app.anyone.post('/api/auth/login', { email: person.email, password: PASSWORD });
  const token = await resetToken(person.email);
  const german = { headers: { 'accept-language': 'de' } };
  const { body } = await app.anyone.post<'reviewAccount'>(path, { token }, german);
  expect(body.sign_ins[0]?.summary).toBe('Angemeldet');
});

test('returns 410 for an invalid token, and 422 for a missing token', async () => {
  expectError(await review('nothing'), 'MAIL_LINK_INVALID');
  expectInvalid(await app.anyone.post(path, {}), 'token');
});

refusesOtherMethods(app, path, ['POST']);
