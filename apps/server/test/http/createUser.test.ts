import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join, mailCount } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/users/create';

describe('201', () => {
  test('somebody who gets an invitation and is no member before accepting it', async () => {
    const person = app.person();
    const answer = await (await app.session()).post<'createUser'>(path, { ...person, role: 'admin' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.user).toMatchObject({ ...person, role: 'admin', status: 'invited', last_login_at: null });
    expect(await mailCount(app, person.email, 'invitation')).toBe(1);
    expect(await app.sql('select from users where email = $1', [person.email])).toEqual([]);
  });
});

administrative(app, { method: 'POST', path, body: { email: 'guest@contoso.example', name: 'Guest' } });

describe('409', () => {
  test('a member', async () => {
    const { email, name } = await join(app);
    expectError(await (await app.session()).post(path, { email, name }), 'ALREADY_MEMBER', { email });
  });
});

describe('422', () => {
  test('no name, and an owner', async () => {
    const owner = await app.session();
    expectInvalid(await owner.post(path, { email: 'x@contoso.example' }), 'name');
    expectInvalid(await owner.post(path, { email: 'x@contoso.example', name: 'X', role: 'owner' }), 'role');
  });
});

refusesOtherMethods(app, path, ['POST']);
