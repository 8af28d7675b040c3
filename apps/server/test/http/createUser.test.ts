import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { proveDomain } from '../support/imports.ts';
import { join, mailCount, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/users/create';

describe('201', () => {
  test('invites a person, who becomes a member only after accepting', async () => {
    const person = app.person();
    const answer = await (await app.session()).post<'createUser'>(path, { ...person, role: 'admin' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.user).toMatchObject({ ...person, role: 'admin', status: 'invited', last_login_at: null });
    expect(await mailCount(app, person.email, 'invitation')).toBe(1);
    expect(await app.sql('select from users where email = $1', [person.email])).toEqual([]);
  });

  test('adds a member immediately if the domain is confirmed, but invites a person who already has an account', async () => {
    await proveDomain(app, 'northwind.example');
    const owner = await app.session();
    const body = { email: 'ada@northwind.example', name: 'Ada', role: 'admin' };
    const made = await owner.post<'createUser'>(path, body);
    expect(made.body.user).toMatchObject({ ...body, status: 'active', deactivated_at: null });
    expect((await trailOf(app)).at(-1)).toBe('member.created');
    expectError(await owner.post(path, body), 'ALREADY_MEMBER', { email: body.email });
    // Another organization has not confirmed the domain.
    const other = await app.otherTenant();
    const elsewhere = await other.owner.post<'createUser'>(path, { ...body, email: 'bob@northwind.example' });
    expect(elsewhere.body.user.status).toBe('invited');
    // A person who created their own account is invited even if the domain is confirmed.
    await app.sql(
      `update users set email = 'own@northwind.example', email_key = 'own@northwind.example' where id = $1`,
      [other.userId],
    );
    const asked = await owner.post<'createUser'>(path, { ...body, email: 'own@northwind.example' });
    expect(asked.body.user.status).toBe('invited');
  });
});

test('adds a person once for concurrent requests, and tells the other administrators that the person is already a member', async () => {
  const admins = await Promise.all(Array.from({ length: 4 }, async () => (await app.member('admin')).caller));
  const body = { email: 'once@northwind.example', name: 'Once' };
  const answers = await Promise.all(admins.map((by) => by.post(path, body, { mayFail: true })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
});

administrative(app, { method: 'POST', path, body: { email: 'guest@contoso.example', name: 'Guest' } });

describe('409', () => {
  test('rejects a member without the admin role', async () => {
    const { email, name } = await join(app);
    expectError(await (await app.session()).post(path, { email, name }), 'ALREADY_MEMBER', { email });
  });
});

describe('422', () => {
  test('rejects a missing name and the owner role', async () => {
    const owner = await app.session();
    expectInvalid(await owner.post(path, { email: 'x@contoso.example' }), 'name');
    expectInvalid(await owner.post(path, { email: 'x@contoso.example', name: 'X', role: 'owner' }), 'role');
  });
});

refusesOtherMethods(app, path, ['POST']);
