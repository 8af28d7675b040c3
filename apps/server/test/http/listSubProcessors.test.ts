import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/legal/sub-processors';
const entry = { service: 's', data: 'd', location: 'l' };
const publish = (name: string, version: number) =>
  app.owner.post(path, { subProcessors: [{ name, ...entry }], version });

test('applies each list of sub-processors from its first day, keeps every version readable, and shows the lists to every organization', async () => {
  const other = (await app.otherTenant()).owner;
  const list = async (query = '') => (await other.get<'listSubProcessors'>(`${path}?${query}`)).body;
  expect(await list()).toMatchObject({ in_force: null, lists: [], in_use: [], may_publish: false });
  await publish('Fabrikam', 0);
  expect((await list()).in_force).toBe(1);
  await publish('Contoso', 1);
  const announced = await list();
  expect(announced.in_force).toBe(1);
  expect(announced.lists.map(({ version }) => version)).toEqual([2, 1]);
  app.clock.advance({ days: 30 });
  const { body } = await (await app.session()).get<'listSubProcessors'>(`${path}?pageSize=1`);
  expect(body).toMatchObject({ in_force: 2, may_publish: true, pagination: { hasMore: true, nextCursor: '2' } });
  expect((await (await app.session()).get<'listSubProcessors'>(`${path}?cursor=2`)).body.lists).toMatchObject([
    { version: 1, sub_processors: [{ name: 'Fabrikam' }] },
  ]);
});

administrative(app, { method: 'GET', path });
