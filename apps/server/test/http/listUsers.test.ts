import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/users';

describe('200', () => {
  test('searches members and invited people, and returns them page by page', async () => {
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

  test('filters members by role and status, and returns each member once by cursor even if people are added', async () => {
    const owner = await app.session();
    const { userId } = await app.member('admin');
    await owner.post(`/api/admin/users/${userId}/deactivate`, {});
    const idsOf = async (query: string) =>
      (await owner.get<'listUsers'>(`${path}?${query}`)).body.users.map(({ id }) => id);
    expect(await idsOf('role=owner')).toEqual([app.tenant.userId]);
    expect(await idsOf('status=deactivated')).toEqual([userId]);
    expect(await idsOf('role=owner&status=deactivated')).toEqual([]);
    const all = await idsOf('pageSize=100');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await owner.get<'listUsers'>(`${path}?pageSize=1${from}`);
      seen.push(...body.users.map(({ id }) => id));
      // The new person is sorted before everyone listed so far, so with page numbers, page 2 would repeat a person from
      // page 1.
      if (seen.length === 1) await owner.post('/api/organization/invitations', { email: 'a-first@contoso.example' });
      cursor = body.pagination.nextCursor;
    }
    expect(seen).toEqual(all);
    expectInvalid(await owner.get(`${path}?cursor=bm9uc2Vuc2U`), 'cursor');
    expectInvalid(await owner.get(`${path}?status=asleep`), 'status');
  });
});

administrative(app, { method: 'GET', path });

describe('422', () => {
  test('rejects an invalid page number', async () => {
    expectInvalid(await (await app.session()).get(`${path}?pageSize=1000`), 'pageSize');
  });
});

refusesOtherMethods(app, path, ['GET']);
