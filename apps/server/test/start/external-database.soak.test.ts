/** Tests DATABASE_URL with another PostgreSQL, using logins without special privileges. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { Client } from '../../src/demo/client.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { Envelope, expectFinished, setUp } from '../crash/envelopes.ts';
import { type ExternalPostgres, postgresPrograms, startExternalPostgres } from '../support/external-postgres.ts';
import { loadOldInstallation } from '../support/old-installation.ts';
import { soak } from '../support/soak.ts';
import { runMain } from './run-main.ts';

/** The test starts several complete servers, each of which takes several seconds when every core is busy. */
const LIMIT_MS = 60_000;

/**
 * The roles belong to the whole cluster, so other tests may have created them already. On a cluster of its own, the
 * owner creates the roles itself.
 */
const ROLES = [
  'countersign_app',
  'countersign_auth',
  'countersign_jobs',
  'countersign_search',
  'countersign_erase',
  'countersign_backup',
  'countersign_metrics',
];

type Logins = { owner: string; plain: string; ownerUrl: string; plainUrl: string; client: pg.Client };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-external-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
});

/** Creates an empty database, the login that owns it, and a login without privileges. */
async function externalDatabase(): Promise<Logins> {
  const { admin, runId } = inject('postgres');
  const superuser = new pg.Client(admin);
  await superuser.connect();
  const id = `${runId}_${crypto.randomUUID().slice(0, 8)}`;
  const [owner, plain, database, password] = [`owner_${id}`, `plain_${id}`, `test_${id}`, crypto.randomUUID()];
  await superuser.query(`create role ${owner} login createrole password '${password}'`);
  await superuser.query(`create role ${plain} login password '${password}'`);
  for (const role of ROLES) {
    await superuser.query(
      `do $$ begin create role ${role} nologin noinherit; exception when duplicate_object then null; end $$`,
    );
    await superuser.query(`grant ${role} to ${owner} with admin option`);
  }
  await superuser.query(`create database ${database} owner ${owner} template template0`);
  const client = new pg.Client({ ...admin, database });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await superuser.query(`drop database ${database} with (force)`);
    // Dropping the objects of a login drops its grants as well.
    await superuser.query(`drop owned by ${owner} cascade`);
    for (const role of ROLES) await superuser.query(`revoke ${role} from ${plain}, ${owner} cascade`);
    await superuser.query(`drop role ${owner}, ${plain}`);
    await superuser.end();
  });
  const address = (login: string) =>
    `postgres://${login}:${password}@${encodeURIComponent(admin.host ?? 'localhost')}:${admin.port ?? 5432}/${database}`;
  return { owner, plain, ownerUrl: address(owner), plainUrl: address(plain), client };
}

/** Runs a whole envelope on a server with these settings, and returns the logins it used. */
async function runEnvelope(settings: Record<string, string>, client: pg.Client): Promise<string[]> {
  const server = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings });
  const url = await server.listening();
  const token = await vi.waitUntil(() => /\/setup#(\S+)/.exec(server.said())?.[1], { timeout: 30_000 });
  const sender = await setUp(url, token ?? '');
  const envelope = new Envelope('external', 2);
  await envelope.advance(sender);
  await expectFinished(envelope, sender);
  const sessions = await client.query<{ usename: string }>(
    `select distinct usename from pg_stat_activity where datname = current_database() and application_name = 'countersign'`,
  );
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  // On a busy machine, the event loop can be blocked for a while.
  const lines = server.logged().split('\n');
  expect(lines.filter((line) => line !== '' && !line.includes('the event loop was blocked'))).toEqual([]);
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  return sessions.rows.map(({ usename }) => usename);
}

/**
 * Returns the steps in docs/operate/database.md with the server's name replaced: the SQL, and the settings of the
 * command.
 */
function documentedBlocks(host: string): { sql: string; settings: Record<string, string> }[] {
  const text = readFileSync(new URL('../../../../docs/operate/database.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```sql\n([^]*?)```\s+```sh\n([^]*?)```/g)];
  return blocks.map(([, sql = '', sh = '']) => ({
    sql,
    settings: Object.fromEntries(
      [...sh.matchAll(/(\w+)='([^']*)'/g)].map(([, name, value = '']) => [
        name,
        value.replace('db.example.com', host).replace('…', encodeURIComponent('…')),
      ]),
    ),
  }));
}

/** `npm test` uses the embedded version only. */
const PROGRAMS = soak({ test: postgresPrograms().slice(0, 1), full: postgresPrograms() });

describe.for(PROGRAMS)('a database prepared with the documented SQL on $name', ({ bin }) => {
  let postgres: ExternalPostgres;
  beforeAll(async () => {
    postgres = await startExternalPostgres(bin);
    return () => postgres.stop();
  }, LIMIT_MS);

  /** Runs one statement at a time like psql, because `create database` cannot share a transaction. */
  async function runSql(sql: string): Promise<void> {
    for (const statement of sql.split(';').filter((one) => one.trim() !== '')) await postgres.query(statement);
  }

  async function onClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(postgres.connection('countersign'));
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  test("starts a new installation, and then revokes the server's right to migrate", { timeout: LIMIT_MS }, async () => {
    onTestFinished(() => postgres.reset());
    const [one, two] = documentedBlocks(postgres.host);
    await runSql(one?.sql ?? '');
    await onClient((client) => migratesAlone(client, one?.settings ?? {}));
    await runSql(two?.sql ?? '');
    await onClient(async (client) => {
      expect(await runEnvelope(two?.settings ?? {}, client)).toEqual(['countersign_server']);
      const { rows } = await client.query(
        `select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles l on l.oid = m.member
         where r.rolname in ('countersign_search', 'countersign_erase') and l.rolname ~ '^countersign' and not m.admin_option`,
      );
      expect(rows).toEqual([]);
    });
  });

  test('grants enough rights for an upgrade from 0.1.0', { timeout: LIMIT_MS }, async () => {
    onTestFinished(() => postgres.reset());
    const [block] = documentedBlocks(postgres.host);
    await runSql(block?.sql ?? '');
    const settings = block?.settings ?? {};
    const old = await loadOldInstallation(dataDir, '0.1.0', {
      owner: { connectionString: settings['DATABASE_URL'] ?? '' },
      superuser: postgres.connection('countersign'),
    });
    const server = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', MASTER_KEY: old.masterKey, ...settings });
    const api = new Client(await server.listening(), { bearer: old.bearer });
    const file = await api.download(old.finished);
    expect(createHash('sha256').update(file).digest('hex')).toBe(old.sha256);
    // Searches call a function that belongs to another role and that migrations replace.
    expect(await api.json('GET', '/v1/api/documents/paginated?search=abc')).toHaveProperty('documents');
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });
});

async function migratesAlone(client: pg.Client, { DATABASE_URL = '' }: Record<string, string>): Promise<void> {
  await migrate({ connectionString: DATABASE_URL });
  const { rows } = await client.query('select from migrations');
  expect(rows.length).toBeGreaterThan(0);
}

test('lists the grants that a superuser must issue for a second installation on the same PostgreSQL server', async () => {
  const { owner, ownerUrl, client } = await externalDatabase();
  await client.query(`revoke ${ROLES.join(', ')} from ${owner} cascade`);
  const { server_version_num: version } = (
    await client.query<{ server_version_num: string }>('show server_version_num')
  ).rows[0] ?? { server_version_num: '0' };
  // Before PostgreSQL 16, a login that has only `createrole` can grant every role.
  const outcome = await migrate({ connectionString: ownerUrl }).catch((error: unknown) => error);
  if (Number(version) < 160_000) return expect(outcome).toHaveProperty('newest');
  expect(outcome).toMatchObject({
    name: 'ConfigFault',
    message: expect.stringContaining(`to "${owner}" with admin option`),
  });
  const [, sql = ''] = /superuser: (.*)$/.exec(String(outcome)) ?? [];
  await client.query(sql);
  expect(await migrate({ connectionString: ownerUrl })).toHaveProperty('newest');
});

test(
  'rejects a server login with excessive rights if a migration login exists, and prints a one-line error',
  { timeout: LIMIT_MS },
  async () => {
    const { owner, plain, plainUrl, ownerUrl, client } = await externalDatabase();
    const refusal = async (settings: Record<string, string>) => {
      const server = runMain({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings });
      expect(await server.exited).not.toBe(0);
      expect(server.said()).not.toContain('listens');
      return server.said();
    };
    expect(await refusal({ DATABASE_URL: ownerUrl, MIGRATION_DATABASE_URL: ownerUrl })).toMatch(
      new RegExp(`^countersign: [^\\n]*${owner}[^\\n]* owns the table [^\\n]*\\n$`),
    );
    await client.query(`alter role ${plain} bypassrls`);
    expect(await refusal({ DATABASE_URL: plainUrl, MIGRATION_DATABASE_URL: ownerUrl })).toMatch(
      new RegExp(`^countersign: [^\\n]*${plain}[^\\n]* bypasses row-level security[^\\n]*\\n$`),
    );
  },
);

test(
  'starts without the migration login after another process has migrated the database',
  { timeout: LIMIT_MS },
  async () => {
    const { plain, plainUrl, ownerUrl, client } = await externalDatabase();
    const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_URL: plainUrl };
    const refusal = async () => {
      const server = runMain(settings);
      // Exit code 78 means an invalid setting. After this exit code, systemd does not restart the server.
      expect([0, 78]).not.toContain(await server.exited);
      return server.said();
    };
    expect(await refusal()).toMatch(/Start a process with MIGRATION_DATABASE_URL first/);
    const { newest } = await migrate({ connectionString: ownerUrl }, plain);
    await client.query('create table kept as select * from migrations where name = $1', [newest]);
    await client.query('delete from migrations where name = $1', [newest]);
    expect(await refusal()).toMatch(new RegExp(`migration ${newest} has not run yet`));
    await client.query('insert into migrations select * from kept');
    await client.query('drop table kept');

    await client.query(`alter role ${plain} bypassrls`);
    expect(await runMain(settings).exited).toBe(78);
    await client.query(`alter role ${plain} nobypassrls`);
    expect(await runEnvelope({ DATABASE_URL: plainUrl }, client)).toEqual([plain]);
  },
);

test(
  "sets up the installation of a running server with npm start -- init, which invalidates the server's setup link",
  { timeout: LIMIT_MS },
  async () => {
    const { plainUrl, ownerUrl, client } = await externalDatabase();
    const settings = {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DATABASE_URL: plainUrl,
      MIGRATION_DATABASE_URL: ownerUrl,
    };
    const init = (email: string) =>
      runMain(settings, 'pipe', ['init', '--organization', 'Northwind Trading', '--email', email, '--api-key']);
    const mistyped = init('grace');
    expect(await mistyped.exited).toBe(1);
    const { rows: before } = await client.query(`select 1 from pg_class where relname = 'organizations'`);
    expect(before).toEqual([]);

    const server = runMain(settings);
    const url = await server.listening();
    const token = await vi.waitUntil(() => /\/setup#(\S+)/.exec(server.said())?.[1], { timeout: 30_000 });
    const command = init('grace@northwind.example');
    expect(await command.exited, command.said()).toBe(0);
    const { apiKey: bearer } = JSON.parse(command.logged());
    await new Client(url, { bearer }).list();
    await expect(setUp(url, token ?? '')).rejects.toMatchObject({ code: 'SETUP_DONE' });
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  },
);

test('migrates an empty database with npm start -- init before the first start', { timeout: LIMIT_MS }, async () => {
  const { plainUrl, ownerUrl } = await externalDatabase();
  const settings = { DATA_DIR: dataDir, DATABASE_URL: plainUrl, MIGRATION_DATABASE_URL: ownerUrl };
  const command = runMain(settings, 'pipe', ['init', '--organization', 'Northwind', '--email', 'g@northwind.example']);
  expect(await command.exited, command.said()).toBe(0);
  expect(JSON.parse(command.logged())).toMatchObject({ created: true });
});
