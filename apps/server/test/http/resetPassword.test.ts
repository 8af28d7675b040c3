import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { cookieNamed, join, logIn, mailCount, mailToken, PASSWORD, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/reset-password';
const NEW = app.secret('violet anchor pepper moss');

async function linkFor(email: string): Promise<string> {
  await app.anyone.post('/api/auth/forgot-password', { email });
  return mailToken(app, email, 'reset-password');
}

describe('200', () => {
  test('replaces the password, ends all sessions, and notifies the account owner', async () => {
    const person = await join(app);
    const answer = await app.anyone.post(path, { token: await linkFor(person.email), password: NEW });
    expect(answer.status, answer.text).toBe(200);
    expect((await person.caller.get('/api/auth/session')).status).toBe(401);
    expect((await logIn(app, person.email, PASSWORD)).status).toBe(401);
    expect((await logIn(app, person.email, NEW)).status).toBe(200);
    expect(await mailCount(app, person.email, 'password-changed')).toBe(1);
    expect(await trailOf(app)).toContain('user.password-changed');
  });

  test('accepts sign-ins from the browser that reset the password, despite password guesses from other browsers', async () => {
    const person = await join(app);
    const answer = await app.anyone.post(path, { token: await linkFor(person.email), password: NEW });
    for (let i = 0; i < 11; i += 1) await logIn(app, person.email, 'not this password');
    expect((await logIn(app, person.email, NEW)).status).toBe(429);
    const browser = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_device') });
    expect((await logIn(app, person.email, NEW, browser)).status).toBe(200);
  });

  test('accepts one of fifty concurrent requests with the same reset link', async () => {
    const person = await join(app);
    const token = await linkFor(person.email);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => app.anyone.post(path, { token, password: app.secret(`${NEW} ${i}`) })),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 410)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await logIn(app, person.email, `${NEW} ${winner}`)).status).toBe(200);
  });
});

describe('410', () => {
  test('rejects a used, replaced or invalid link, a link older than 15 minutes and a link of another type', async () => {
    const person = await join(app);
    const earlier = await linkFor(person.email);
    const [first] = await app.sql<{ id: string }>('select id from mails where to_address = $1 and kind = $2', [
      person.email,
      'reset-password',
    ]);
    await app.sql('delete from mails where id = $1', [first?.id]);
    const token = await linkFor(person.email);
    expect((await app.anyone.post(path, { token, password: NEW })).status).toBe(200);
    for (const used of [token, earlier, 'nonsense', app.strayLink()])
      expectError(await app.anyone.post(path, { token: used, password: NEW }), 'MAIL_LINK_INVALID');
    await app.sql('delete from mails where to_address = $1 and kind = $2', [person.email, 'reset-password']);
    const late = await linkFor(person.email);
    app.clock.advance({ minutes: 15, seconds: 1 });
    expectError(await app.anyone.post(path, { token: late, password: NEW }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  test('keeps the reset link valid after a weak password is rejected', async () => {
    const person = await join(app);
    const token = await linkFor(person.email);
    expectInvalid(await app.anyone.post(path, { token, password: 'password1234' }), 'password', 'password_too_common');
    expect((await app.anyone.post(path, { token, password: NEW })).status).toBe(200);
  });

  test("applies the strictest minimum password length among the person's organizations", async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    await app.service.send('PATCH', '/api/organization', {
      headers: { 'x-organization-id': other.organizationId },
      body: { settings: { password_min_length: 30 } },
    });
    await app.sql(`insert into memberships (tenant_id, user_id, role, created_at) values ($1, $2, 'member', now())`, [
      other.tenantId,
      person.userId,
    ]);
    const answer = await app.anyone.post(path, { token: await linkFor(person.email), password: NEW });
    const { message, errors } = expectInvalid(answer, 'password', 'password_too_short');
    expect([message, errors[0]?.limit]).toEqual([expect.stringContaining('30'), 30]);
  });

  test('rejects an empty request body', async () => {
    expectInvalid(await app.anyone.both('POST', path, { body: {} }), 'token');
  });
});

refusesOtherMethods(app, path, ['POST']);
