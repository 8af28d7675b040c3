import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, logIn, mailCount } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { comparableText } from '../support/caller.ts';

const app = await startTestApp();
const path = '/api/auth/change-email';

describe('200', () => {
  test('sends a confirmation link to the new address, and keeps using the old address until the new one is confirmed', async () => {
    const person = await join(app);
    const { email } = app.person();
    expect((await person.caller.post(path, { email })).status).toBe(200);
    expect(await mailCount(app, email, 'change-email')).toBe(1);
    expect((await logIn(app, person.email)).status).toBe(200);
    expect((await logIn(app, email)).status).toBe(401);
  });

  test('returns the same response for an address that already has an account, and notifies the owner of that account', async () => {
    const [person, other] = [await join(app), await join(app)];
    const taken = await person.caller.post(path, { email: other.email });
    const free = await person.caller.post(path, { email: app.person().email });
    expect(comparableText(taken)).toBe(comparableText(free));
    expect(await mailCount(app, other.email, 'account-exists')).toBe(1);
    expect(await mailCount(app, other.email, 'change-email')).toBe(0);
  });
});

sessionOnly(app, { method: 'POST', path, body: { email: 'new@contoso.example' } });

describe('403', () => {
  test('requires the password if the last sign-in is more than ten minutes old', async () => {
    const person = await join(app);
    app.clock.advance({ minutes: 10, seconds: 1 });
    expectError(await person.caller.post(path, { email: 'new@contoso.example' }), 'STEP_UP_REQUIRED', {
      proofMinutes: 10,
    });
  });
});

describe('422', () => {
  test('rejects an e-mail change without an address', async () => {
    expectInvalid(await (await app.session()).post(path, { email: 'nobody' }), 'email');
  });
});

refusesOtherMethods(app, path, ['POST']);
