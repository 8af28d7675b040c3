import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const path = '/api/templates';
const names = async (by: Caller, query = '') => {
  const { templates, pagination } = (await by.get<'listTemplates'>(`${path}?${query}`)).body;
  return [templates.map(({ name }) => name), pagination.total] as const;
};
const add = async (by: Caller, name: string) => {
  app.clock.advance({ seconds: 1 });
  return makeTemplate(by, { ...LEASE, name });
};

describe('200', () => {
  test('returns templates page by page, most recently changed first, without their fields', async () => {
    const other = await app.otherTenant();
    for (const name of ['One', 'Two', 'Three']) await add(other.owner, name);
    expect(await names(other.owner)).toEqual([['Three', 'Two', 'One'], 3]);
    const page = (await other.owner.get<'listTemplates'>(`/v1${path}?page=2&pageSize=2`)).body;
    expect(page.templates.map(({ name }) => name)).toEqual(['One']);
    expect(page.pagination).toMatchObject({ page: 2, pageSize: 2, total: 3, totalPages: 2, hasMore: false });
    expect(page.templates[0]).not.toHaveProperty('fields');
  });
  test('searches templates regardless of case and accents, and treats pattern characters literally', async () => {
    await add(key, 'Kündigung 100%');
    expect((await names(key, 'search=kundigung'))[0]).toEqual(['Kündigung 100%']);
    expect((await names(key, 'search=0%25'))[0]).toEqual(['Kündigung 100%']);
    expect((await names(key, 'search=_'))[0]).toEqual([]);
  });
  test('shows a member their own and shared templates, shows an admin all templates, and lists deleted templates separately', async () => {
    const member = await app.member('member');
    const mine = await add(member.caller, 'Mine');
    const shared = await add(key, 'Shared');
    await add(key, 'Hidden');
    await key.post(`${path}/${shared.id}/share`, { shared: true });
    expect((await names(member.caller))[0].toSorted()).toEqual(['Mine', 'Shared']);
    expect((await names((await app.member('admin')).caller))[0]).toEqual(
      expect.arrayContaining(['Mine', 'Shared', 'Hidden']),
    );
    for (const id of [mine.id, shared.id]) await key.send('DELETE', `${path}/${id}`);
    expect(await names(member.caller)).toEqual([[], 0]);
    expect(await names(member.caller, 'trash=true')).toEqual([['Mine'], 1]);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'templates', { method: 'GET', path });
test.each(['page=0', 'page=a', 'pageSize=101', 'trash=maybe', 'colour=red'])(
  'rejects the query parameter %s with 422',
  async (query) => {
    expectInvalid(await key.get(`${path}?${query}`), query.split('=')[0] ?? '');
  },
);
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path }, ['templates']);
