/** Every statement the server defines, against the schema as migrated: it parses, its types agree, and its role may run it. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../../src/main/bind.ts';
import '../../src/main/wiring.ts';
import { definedStatements } from '../../src/platform/db/statement.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

type Role = 'app' | 'auth' | 'jobs';

/** Who runs what is not `app`'s; a statement of another role belongs in here. */
const ROLES: Record<string, Role[]> = {
  'account-by-email': ['auth'],
  'authority-insert': ['auth'],
  'authority-select': ['auth'],
  'certificate-issued': ['auth'],
  'installation-insert': ['auth'],
  'installation-lock': ['auth'],
  'installation-select': ['auth'],
  'installation-setup-token': ['auth'],
  'jobs-claim': ['jobs'],
  'jobs-complete': ['app', 'jobs'],
  'jobs-fail': ['jobs'],
  'jobs-give-back': ['jobs'],
  'jobs-release-lapsed': ['jobs'],
  'membership-insert': ['auth'],
  'organization-exists': ['auth'],
  'organization-insert': ['auth'],
  'session-delete': ['auth'],
  'session-insert': ['auth'],
  'session-select': ['auth'],
  'session-sweep': ['auth'],
  'session-touch': ['auth'],
  'tenant-insert': ['auth'],
  'user-insert': ['auth'],
};
/** Neither reads nor writes a table: cannot be explained, and need no right. */
const CONTROL = /^(begin|commit|rollback|set local)\b/i;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Why the statement cannot run as this role, or undefined. EXPLAIN plans it and checks every privilege without running it. */
async function fault(role: Role, name: string, text: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(`set local role countersign_${role}`);
    await client.query(`set local app.tenant = 'ten_x'`);
    await client.query(`prepare tried as ${text}`);
    const { rows } = await client.query<{ count: number }>(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'tried'`,
    );
    const count = rows[0]?.count ?? 0;
    await client.query(
      `explain execute tried${count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`}`,
    );
    return undefined;
  } catch (error) {
    return `${name} as ${role}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

test('every statement prepares and is allowed under the role that runs it', async () => {
  const statements = [...definedStatements()].filter(([, text]) => !CONTROL.test(text));
  expect(statements.length).toBeGreaterThan(60);
  const faults: (string | undefined)[] = [];
  for (const [name, text] of statements) {
    for (const role of ROLES[name] ?? ['app']) faults.push(await fault(role, name, text));
  }
  expect(faults.filter((found) => found !== undefined)).toEqual([]);
});

test('every statement of logins and workers is closed to the role that serves requests, but for what shows it its own tenant alone', async () => {
  const open: string[] = [];
  // Under `app` they see the rows of one tenant, like any statement.
  const harmless = new Set(['certificate-issued', 'jobs-complete', 'organization-exists']);
  for (const name of Object.keys(ROLES)) {
    const text = definedStatements().get(name);
    expect(text, `${name} is listed here but no longer defined`).toBeDefined();
    if (!harmless.has(name) && (await fault('app', name, text ?? '')) === undefined) open.push(name);
  }
  expect(open).toEqual([]);
});

test('the names of all statements fit PostgreSQL, which would cut longer ones and mistake one for another', () => {
  expect([...definedStatements().keys()].filter((name) => Buffer.byteLength(name) > 63)).toEqual([]);
});
