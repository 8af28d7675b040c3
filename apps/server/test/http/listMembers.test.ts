import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/organization/members';
for (let i = 0; i < 4; i += 1) await app.member(i === 0 ? 'admin' : 'member');
const other = await app.otherTenant();

describe('200', () => {
  test('returns members sorted by name, page by page, and excludes other organizations', async () => {
    const owner = await app.session();
    const first = await owner.get<'listMembers'>(`${path}?pageSize=2`);
    expect(first.body.pagination).toMatchObject({ page: 1, pageSize: 2, total: 5, totalPages: 3, hasMore: true });
    const names: string[] = [];
    for (const page of [1, 2, 3])
      names.push(
        ...(await owner.get<'listMembers'>(`${path}?pageSize=2&page=${page}`)).body.members.map(({ name }) => name),
      );
    expect(names).toEqual(names.toSorted());
    expect(names).toHaveLength(5);
    const all = (await owner.get<'listMembers'>(path)).body.members;
    expect(all.map(({ id }) => id)).not.toContain(other.userId);
    expect(all.find(({ email }) => email === OWNER.email)).toMatchObject({
      id: app.tenant.userId,
      role: 'owner',
      email_verified: false,
      joined_at: app.clock.now().toISOString(),
      last_login_at: app.clock.now().toISOString(),
    });
  });

  test('searches members by name or address, and treats % and _ as literal characters', async () => {
    const owner = await app.session();
    const search = async (text: string) =>
      (await owner.get<'listMembers'>(`${path}?search=${encodeURIComponent(text)}`)).body.pagination.total;
    expect(await search('GRACE')).toBe(1);
    expect(await search('person-')).toBe(4);
    expect(await search('%')).toBe(0);
    expect(await search('gra_e')).toBe(0);
  });

  test('returns an empty list for a page after the last one', async () => {
    const { body } = await (await app.session()).get<'listMembers'>(`${path}?page=99`);
    expect(body).toMatchObject({ members: [], pagination: { page: 99, hasMore: false } });
  });
});

administrative(app, { method: 'GET', path });

describe('422', () => {
  test.each([
    ['page=0', 'page'],
    ['pageSize=101', 'pageSize'],
    ['page=x', 'page'],
    ['sort=name', 'sort'],
  ])('rejects the query %s', async (query, field) => {
    expectInvalid(await (await app.session()).get(`${path}?${query}`), field);
  });
});

refusesOtherMethods(app, path, ['GET']);
