import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { type DatabaseFixture, openDatabaseFixture } from './database.fixture.ts';
import { vacuum } from './vacuum.ts';

let fixture: DatabaseFixture;
beforeAll(async () => {
  fixture = await openDatabaseFixture();
  await fixture.admin.query('create table secrets (name text primary key) with (autovacuum_enabled = off)');
});
afterAll(() => fixture.close());

const state = async () => {
  const { rows } = await fixture.admin.query<{ dead: number; vacuumed: boolean }>(
    `select n_dead_tup::int as dead, last_vacuum is not null as vacuumed from pg_stat_user_tables where relname = 'secrets'`,
  );
  return rows[0];
};

test('physically removes all deleted rows from a table', async () => {
  await fixture.admin.query(`insert into secrets select 'Quastenbrock ' || n from generate_series(1, 10) n`);
  await fixture.admin.query('delete from secrets');
  await until('the statistics to be up to date', async () => (await state())?.dead === 10);
  expect(await vacuum(fixture.connection, ['secrets'])).toEqual([]);
  await until('the statistics to be up to date', async () => (await state())?.vacuumed);
  expect(await state()).toEqual({ dead: 0, vacuumed: true });
});

test('names the tables that the database login is not allowed to vacuum', async () => {
  await fixture.admin.query(`create role onlooker_of_vacuum login password 'x'`);
  try {
    const login = { ...fixture.connection, user: 'onlooker_of_vacuum', password: 'x' };
    expect(await vacuum(login, ['secrets'])).toEqual(['secrets']);
  } finally {
    await fixture.admin.query('drop role onlooker_of_vacuum');
  }
});
