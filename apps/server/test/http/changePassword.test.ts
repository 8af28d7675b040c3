import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookieNamed, cookiesOf, join, logIn, mailCount, PASSWORD } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/change-password';
const NEW = app.secret('violet anchor pepper moss');
const body = { currentPassword: PASSWORD, newPassword: NEW };

describe('200', () => {
  test('keeps the current session under a new cookie, and ends the old cookie and every other session', async () => {
    const person = await join(app);
    const other = app.anyone.with({ cookie: cookiesOf(await logIn(app, person.email)) });
    const answer = await person.caller.post(path, body);
    expect(answer.status, answer.text).toBe(200);
    const fresh = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
    expect((await fresh.get('/api/auth/session')).status).toBe(200);
    for (const ended of [person.caller, other]) expect((await ended.get('/api/auth/session')).status).toBe(401);
    expect((await logIn(app, person.email, PASSWORD)).status).toBe(401);
    expect((await logIn(app, person.email, NEW)).status).toBe(200);
    expect(await mailCount(app, person.email, 'password-changed')).toBe(1);
  });

  test('accepts only one of two concurrent password changes from the same session', async () => {
    const { caller } = await join(app);
    const answers = await Promise.all([
      caller.post(path, body),
      caller.post(path, { ...body, newPassword: app.secret(`${NEW} too`) }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 401]);
  });
});

sessionOnly(app, { method: 'POST', path, body });

describe('403', () => {
  test('rejects a wrong current password', async () => {
    const { caller } = await join(app);
    const answer = await caller.post(path, { ...body, currentPassword: app.secret('not this password') });
    expectError(answer, 'WRONG_PASSWORD');
  });
});

describe('422', () => {
  test("rejects a new password that contains the user's name", async () => {
    const { caller } = await join(app);
    const answer = await caller.post(path, { ...body, newPassword: 'adaperson2026' });
    expectInvalid(answer, 'newPassword', 'password_contains_context');
  });
  test('rejects an empty request body', async () => {
    expectInvalid(await (await app.session()).post(path, {}), 'currentPassword');
  });
});

describe('429', () => {
  test('rejects further password changes after ten wrong current passwords', async () => {
    const { caller } = await join(app);
    for (let i = 0; i < 10; i += 1) await caller.post(path, { ...body, currentPassword: 'not this password' });
    expectError(await caller.post(path, body), 'TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 });
  });
});

refusesOtherMethods(app, path, ['POST']);
