/**
 * Tests reads on a real replica. If the replica does not have every earlier change, the primary must be used instead.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Database } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { Statement } from '../../src/platform/db/statement.ts';
import { postgresPrograms } from '../support/external-postgres.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres.ts';

const AUTH = { role: 'auth' } as const;
/** Creates the statement without registering it, because another test prepares all registered statements. */
const statementOf = <Row>(name: string, text: string): Statement<Row> => ({ name, text, values: [] });
const selectState = statementOf<{ isReplica: boolean; changes: number }>(
  'test-replica-look',
  `select pg_is_in_recovery() as "isReplica", count(*)::int as changes from test_changes`,
);

let postgres: ReplicatedPostgres;
beforeAll(async () => {
  const [program] = postgresPrograms();
  if (!program) throw new Error('PostgreSQL is missing');
  postgres = await startReplicatedPostgres(program.bin);
  await migrate({ host: decodeURIComponent(postgres.host), port: 5432, user: 'postgres', database: 'postgres' });
  await postgres.query('create table test_changes (n int)');
  await postgres.query('grant select on test_changes to countersign_auth');
}, 60_000);
afterAll(() => postgres.stop());

/** Opens the database and records the reasons why the replica was not used. */
function openDatabase(replica = postgres.replica.host) {
  const reasons: string[] = [];
  const login = { port: 5432, user: 'postgres', database: 'postgres' };
  const database = new Database({
    ...login,
    host: decodeURIComponent(postgres.host),
    replicas: [{ ...login, host: replica }],
    maxConnections: 2,
    onError: () => {},
    onReplicaPaused: (_, reason) => void reasons.push(reason instanceof Error ? reason.message : String(reason)),
  });
  onTestFinished(() => database.close());
  const read = async () => (await database.queryReplica(AUTH, [selectState]))[0][0];
  return { database, read, reasons };
}

const change = () => postgres.query('insert into test_changes values (1)');
const count = async () => Number((await postgres.query('select count(*) from test_changes')).rows[0]?.count);

test('reads each committed change on the replica immediately', async () => {
  const { read, reasons } = openDatabase();
  for (let n = 0; n < 20; n += 1) {
    await change();
    expect(await read()).toEqual({ isReplica: true, changes: await count() });
  }
  expect(reasons).toEqual([]);
});

test('reads from the primary while the replica lags, and queries the replica only once', async () => {
  const { read, reasons } = openDatabase();
  await postgres.replica.query('select pg_wal_replay_pause()');
  onTestFinished(() => postgres.replica.query('select pg_wal_replay_resume()').then(() => {}));
  await change();
  for (let n = 0; n < 3; n += 1) expect(await read()).toEqual({ isReplica: false, changes: await count() });
  expect(reasons).toEqual([expect.stringMatching(/^it has replayed [0-9A-F]+\/[0-9A-F]+$/)]);
});

test('reads from the primary if the replica cannot be reached', async () => {
  const { read, reasons } = openDatabase('/nowhere');
  expect(await read()).toMatchObject({ isReplica: false });
  expect(reasons).toHaveLength(1);
});

test('throws an error that is caused by the SQL statement and not by the replica', async () => {
  const broken = statementOf<object>('test-replica-broken', 'select 1 / count(*) from test_changes where n = -1');
  const { database } = openDatabase();
  await expect(database.queryReplica(AUTH, [broken])).rejects.toThrow('division by zero');
});

test('never sends a write statement to the replica', async () => {
  const write = statementOf<{ isReplica: boolean }>(
    'test-replica-write',
    `with new as (insert into test_writes values (1)) select pg_is_in_recovery() as "isReplica"`,
  );
  await postgres.query('create table test_writes (n int)');
  await postgres.query('grant insert on test_writes to countersign_auth');
  const { database } = openDatabase();
  expect(await database.queryReplica(AUTH, [write])).toEqual([[{ isReplica: false }]]);
});

test('reads from a promoted replica as the new primary', async () => {
  const { database, read, reasons } = openDatabase();
  expect(await read()).toMatchObject({ isReplica: true });
  await postgres.killPrimary();
  await postgres.promote();
  await expect
    .poll(() =>
      database.query(AUTH, selectState).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await read()).toEqual({ isReplica: false, changes: await count() });
  expect(reasons).toContain('it is not a replica');
}, 60_000);
