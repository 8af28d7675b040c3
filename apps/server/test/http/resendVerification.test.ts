import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { cookieNamed, join, mailCount, mailToken, PASSWORD } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp({ registration: 'open' });
const path = '/api/auth/resend-verification';
const again = (email: string) => app.anyone.post(path, { email });

describe('200', () => {
  test('sends another e-mail with a working link to a person whose registration is pending', async () => {
    const person = app.person();
    const registered = await app.anyone.post('/api/auth/register', { ...person, password: app.secret(PASSWORD) });
    await mailToken(app, person.email, 'confirm-registration');
    await again(person.email);
    expect(await mailCount(app, person.email, 'confirm-registration')).toBe(2);
    const browser = app.anyone.with({ cookie: cookieNamed(registered, 'countersign_device') });
    const token = await mailToken(app, person.email, 'confirm-registration');
    expect((await browser.post('/api/auth/verify-email', { token })).status).toBe(200);
  });

  test('sends an e-mail to an account whose address is unconfirmed', async () => {
    await again(OWNER.email);
    expect(await mailCount(app, OWNER.email, 'verify-email')).toBe(2);
  });

  test('returns the same response for confirmed and unknown addresses, and sends no e-mail', async () => {
    const known = await join(app);
    const answers = [await again(known.email), await again('nobody@contoso.example')];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body).toEqual({ success: true });
    expect(await app.sql('select from mails where to_address = $1', ['nobody@contoso.example'])).toEqual([]);
    expect(await mailCount(app, known.email, 'verify-email')).toBe(0);
  });
});

describe('422', () => {
  test('rejects a request without an e-mail address', async () => {
    expectInvalid(await app.anyone.both('POST', path, { body: {} }), 'email');
  });
});

refusesOtherMethods(app, path, ['POST']);
