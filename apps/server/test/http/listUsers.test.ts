import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/users';

describe('200', () => {
  test('members and those who are invited, searched and paged', async () => {
    const owner = await app.session();
    await owner.post('/api/organization/invitations', { email: 'zoe@contoso.example', name: 'Zoe' });
    const { body } = await owner.get<'listUsers'>(path);
    expect(body.users.map(({ email, status }) => [email, status])).toEqual([
      [OWNER.email, 'active'],
      ['zoe@contoso.example', 'invited'],
    ]);
    expect(body.users[0]).toMatchObject({ id: app.tenant.userId, role: 'owner', name: OWNER.name });
    expect(body.pagination).toMatchObject({ total: 2, hasMore: false });
    const found = await owner.get<'listUsers'>(`${path}?search=zoe&pageSize=1`);
    expect(found.body.users.map(({ name }) => name)).toEqual(['Zoe']);
  });
});

administrative(app, { method: 'GET', path });

describe('422', () => {
  test('a page that is none', async () => {
    expectInvalid(await (await app.session()).get(`${path}?pageSize=1000`), 'pageSize');
  });
});

refusesOtherMethods(app, path, ['GET']);
