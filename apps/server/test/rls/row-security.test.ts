/**
 * Tests that the database itself separates tenants, with direct SQL in the application's roles. The protection would
 * remain if every `where tenant_id = ...` were missing from the server's statements. The tables are read from the
 * catalog, so new tables are tested too.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { fillGlobalTables, fillTenant, GLOBAL_TABLES } from './tenants.ts';

const ROLES = ['countersign_app', 'countersign_auth', 'countersign_jobs'] as const;
type Role = (typeof ROLES)[number];
/** The owners of security definer functions. The server never connects as one of these roles. */
const FUNCTION_ROLES = ['countersign_erase', 'countersign_search'];
/** This role can read all data, but cannot write any. */
const BACKUP_ROLE = 'countersign_backup';
/** This role counts rows, and can read only these columns. */
const METRICS_ROLE = 'countersign_metrics';
const METRICS_COLUMNS = [
  'damaged_blobs.fault',
  'jobs.lane',
  'jobs.run_at',
  'jobs.state',
  'webhook_deliveries.run_at',
  'webhook_deliveries.state',
];
const INSERT_ONLY = [
  'audit_entries',
  'audit_personal',
  'revisions',
  'outbox',
  'processing_activities',
  'template_files',
  'template_versions',
  'certificates',
  'blobs',
  'blob_chunks',
  'blob_keys',
  'tenant_keys',
  'mails',
  'person_keys',
  'seals',
];
/** The SQLSTATE for a missing privilege, and for a row that the policy rejects. */
const DENIED = '42501';

let database: TestDatabase;
let owner: pg.Client;
let tables: string[];
let tenantTables: string[];
let own: string;
let other: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.connection);
  await owner.connect();
  tables = await column(
    `select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`,
  );
  tenantTables = tables.filter((table) => !GLOBAL_TABLES.includes(table));
  await fillGlobalTables(owner);
  own = await fillTenant(owner, 'northwind');
  other = await fillTenant(owner, 'contoso');
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

async function column(text: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await owner.query<unknown[]>({ text, values, rowMode: 'array' });
  return rows.map(([value]) => String(value));
}

type Outcome = { rows: Record<string, unknown>[]; affected: number } | { denied: string };

/** Runs one statement as a role inside a tenant (null means that no tenant was ever set) and rolls it back. */
async function as(role: Role, tenantId: string | null, text: string, values: unknown[] = []): Promise<Outcome> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('role', $1, true)`, [role]);
    if (tenantId !== null) await client.query(`select set_config('app.tenant', $1, true)`, [tenantId]);
    const { rows, rowCount } = await client.query<Record<string, unknown>>(text, values);
    return { rows, affected: rowCount ?? 0 };
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DENIED) return { denied: error.message };
    throw error;
  } finally {
    await client.end();
  }
}

async function may(
  role: Role,
  table: string,
  privilege: 'select' | 'insert' | 'update' | 'delete' | 'truncate',
): Promise<boolean> {
  return (await column('select has_table_privilege($1, $2, $3)', [role, table, privilege]))[0] === 'true';
}
const mayAnyColumn = async (role: Role, table: string, privilege: 'select' | 'insert' | 'update') =>
  (await column('select has_any_column_privilege($1, $2, $3)', [role, table, privilege]))[0] === 'true';

/** Runs a check for each table. Returns the names of the tables that failed it, each with the reason. */
async function failing(
  names: readonly string[],
  check: (table: string) => Promise<string | undefined>,
): Promise<string[]> {
  const found: string[] = [];
  for (const table of names) {
    const fault = await check(table);
    if (fault !== undefined) found.push(`${table}: ${fault}`);
  }
  return found;
}

describe('row-level security of the schema', () => {
  test('enables and forces row-level security on every table, and has no view that bypasses it', async () => {
    expect(tables).toContain('documents');
    const open = await column(
      `select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
    const views = await column(
      `select relname from pg_class where relkind in ('v', 'm', 'f') and relnamespace = 'public'::regnamespace`,
    );
    expect(views).toEqual([]);
  });

  test('has a non-null tenant column in every table that is not listed as global', async () => {
    const found = await column(
      `select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`,
    );
    expect(found.filter((table) => !GLOBAL_TABLES.includes(table))).toEqual(tenantTables);
  });

  test('starts every primary key, unique index and foreign key between tenants’ tables with the tenant column', async () => {
    const indexes = await column(
      `select i.indexrelid::regclass from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indisunique and i.indrelid::regclass::text = any($1) and a.attname <> 'tenant_id'`,
      [tenantTables],
    );
    const keyless = await column(
      `select t from unnest($1::text[]) t where not exists (select 1 from pg_index where indrelid = t::regclass and indisprimary)`,
      [tenantTables],
    );
    const foreign = await column(
      `select k.conname from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
       where k.contype = 'f' and k.confrelid::regclass::text = any($1) and (a.attname <> 'tenant_id' or b.attname <> 'tenant_id')`,
      [tenantTables],
    );
    // The queue of the audit log is always short and read as a whole, so it has no index (ADR 124).
    expect({ indexes, keyless, foreign }).toEqual({ indexes: [], keyless: ['log_queue'], foreign: [] });
  });

  test('has no function that runs with its owner’s permissions and the caller’s search path', async () => {
    const loose = await column(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and not exists (select 1 from unnest(proconfig) c where c like 'search_path=%')`,
    );
    expect(loose).toEqual([]);
  });
});

describe('the application’s database roles', () => {
  test('gives the roles no login, no membership, and no right to bypass row-level security or create roles and databases', async () => {
    const { rows } = await owner.query(
      `select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin or rolreplication as powerful,
         exists (select 1 from pg_auth_members where member = r.oid) as member from pg_roles r where rolname like 'countersign\\_%' order by rolname`,
    );
    expect(rows).toEqual(
      [...ROLES, ...FUNCTION_ROLES, BACKUP_ROLE, METRICS_ROLE]
        .toSorted()
        .map((rolname) => ({ rolname, powerful: false, member: false })),
    );
  });

  test('does not let the roles own any objects', async () => {
    const owned = await column(
      `select classid::regclass || ' ' || objid from pg_shdepend where deptype = 'o' and refclassid = 'pg_authid'::regclass and refobjid::regrole::text = any($1)`,
      [ROLES],
    );
    expect(owned).toEqual([]);
  });

  test('lets the backup role read every row of every table, and do nothing else', async () => {
    const found = await failing(tables, async (table) => {
      const all = await column(`select count(*) from ${table}`);
      const client = new pg.Client(database.connection);
      await client.connect();
      await client.query(`set role ${BACKUP_ROLE}`);
      const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${table}`);
      await client.end();
      if (rows[0]?.count !== all[0]) return `sees ${rows[0]?.count} of ${all[0]} rows`;
      const more = await column(
        `select p from unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p where has_table_privilege($1, $2, p)`,
        [BACKUP_ROLE, table],
      );
      return more.length > 0 ? `may ${more.join(', ')}` : undefined;
    });
    expect(found).toEqual([]);
  });

  test('gives the metrics role read access only to the counted columns, not to tenants or names, and no write access', async () => {
    const seen = await column(
      `select c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
         and has_column_privilege($1, c.oid, a.attnum, 'select') order by 1`,
      [METRICS_ROLE],
    );
    expect(seen).toEqual(METRICS_COLUMNS);
    const written = await column(
      `select c.relname from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
         and (has_any_column_privilege($1, c.oid, 'insert') or has_any_column_privilege($1, c.oid, 'update')
           or has_table_privilege($1, c.oid, 'delete'))`,
      [METRICS_ROLE],
    );
    expect(written).toEqual([]);
  });

  test.each(ROLES)('prevents %s from creating or changing any object', async (role) => {
    for (const text of [
      'create table public.mine (id int)',
      'create schema mine',
      'create function public.mine() returns int language sql as $$ select 1 $$',
      'create view public.mine as select 1',
      'alter table documents disable row level security',
      'drop policy own_tenant on documents',
      'create policy mine on documents using (true)',
      'grant select on documents to public',
      'set local session_replication_role = replica',
    ]) {
      // Each statement fails because the role is not the owner or lacks a privilege, and both errors have the code
      // 42501. The exception is `grant`, which only causes a warning if it has no effect.
      const outcome = await as(role, own, text);
      if (!text.startsWith('grant')) expect(outcome, text).toHaveProperty('denied');
    }
    expect((await column(`select has_table_privilege('countersign_jobs', 'documents', 'select')`))[0]).toBe('false');
  });

  test('lets the sign-in and worker roles read only the data that they need', async () => {
    const readable = async (role: Role) =>
      (
        await Promise.all(tables.map(async (table) => ((await mayAnyColumn(role, table, 'select')) ? [table] : [])))
      ).flat();
    expect(await readable('countersign_auth')).toEqual([
      'account_deletions',
      'authorities',
      'certificates',
      'device_sign_ins',
      'domain_owners',
      'email_tokens',
      'installation',
      'invoice_numbers',
      'kept_answers',
      'known_devices',
      'last_sign_ins',
      'log_keys',
      'login_attempts',
      'login_steps',
      'memberships',
      'organization_storage',
      'organizations',
      'passkeys',
      'rate_buckets',
      'recovery_codes',
      'registrations',
      'revocations',
      'seals',
      'security_events',
      'sessions',
      'signers',
      'single_sign_on',
      'sub_processor_lists',
      'subscriptions',
      'suspended_passkeys',
      'suspended_totp_factors',
      'tenants',
      'timestamp_units',
      'totp_factors',
      'trust_anchors',
      'users',
      'webauthn_challenges',
    ]);
    // The role can see that a certificate was issued (OCSP has no tenant), but not to whom.
    for (const table of ['certificates', 'seals']) {
      expect(await as('countersign_auth', null, `select serial from ${table}`)).toMatchObject({ affected: 2 });
      const rest = await column(
        `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and attname <> 'serial' and has_column_privilege('countersign_auth', attrelid, attnum, 'select')`,
        [table],
      );
      expect(rest).toEqual([]);
    }
    // The role of the sign-in page can read that single sign-on is configured, but none of the trust settings.
    expect(await as('countersign_auth', null, 'select settings from single_sign_on')).toHaveProperty('denied');
    // The role can read which organization a payment provider's customer belongs to, but no other part of the
    // subscription.
    expect(await as('countersign_auth', null, 'select plan from subscriptions')).toHaveProperty('denied');
    // Everyone can read the lists of sub-processors, which do not belong to a tenant. In the table of revocations, the
    // role can read only the columns that revocation lists contain, but not the reason or the person.
    expect(await as('countersign_auth', null, 'select note from revocations')).toMatchObject({
      denied: expect.stringContaining('permission denied'),
    });
    // The sweeper sees the age of idempotent responses, the expired exports, the documents in the trash, and the
    // existence of tenants (so that it does not delete files of another database's tenant). The erasure sees which
    // documents have a legal hold, and the watcher sees the pending seals. The usage job sees the number of
    // memberships, and the scheduler sees which subscriptions are due. The sequencer sees which tenants have entries in
    // the queue of the transparency log. The process that signs checkpoints sees the positions and times of audit
    // entries, which it needs to find the entries that no checkpoint covers.
    expect(await as('countersign_jobs', null, 'select bytes from audit_entries')).toHaveProperty('denied');
    expect(await readable('countersign_jobs')).toEqual([
      'api_key_usage',
      'api_requests',
      'archive_stamps',
      'audit_entries',
      'awaited_seals',
      'blob_encryption',
      'blob_home',
      'blob_scrubs',
      'blobs',
      'bulk_send_rows',
      'bulk_sends',
      'clock_state',
      'damaged_blobs',
      'documents',
      'drawing_links',
      'exports',
      'in_person_sessions',
      'jobs',
      'kept_answers',
      'legal_hold_documents',
      'legal_holds',
      'log_backfills',
      'log_checkpoints',
      'log_cosignatures',
      'log_late_entries',
      'log_pin_faults',
      'log_queue',
      'log_runs',
      'log_witnesses',
      'mail_places',
      'memberships',
      'outbox',
      'preparing_links',
      'public_link_requests',
      'retention_announcements',
      'security_events',
      'statistics_positions',
      'subscriptions',
      'templates',
      'tenants',
      'transparency_logs',
      'unclaimed_files',
      'usage_months',
      'user_imports',
      'webhook_deliveries',
      'webhook_endpoints',
      'webhook_lanes',
      'webhook_pending',
    ]);
  });

  test('prevents the request role from reading any password, session, setup token or key of the installation', async () => {
    for (const text of [
      'select password_hash from users',
      'select * from users',
      'select from sessions',
      'select from installation',
      'select from authorities',
      'select from timestamp_units',
      'select from migrations',
    ]) {
      expect(await as('countersign_app', own, text), text).toHaveProperty('denied');
    }
    // The role can read its own members' data, so the rejections above are not caused by a complete lack of access.
    expect(await as('countersign_app', own, 'select name, email from users')).toMatchObject({
      rows: [{ name: 'northwind' }],
    });
  });

  test.each(INSERT_ONLY)('lets roles only insert into %s', async (table) => {
    for (const role of ROLES) {
      for (const text of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`, `truncate ${table}`]) {
        expect(await as(role, own, text), `${role}: ${text}`).toHaveProperty('denied');
      }
      expect(await mayAnyColumn(role, table, 'update'), `the role ${role} may update a column`).toBe(false);
    }
    expect(await may('countersign_app', table, 'insert')).toBe(true);
  });

  test('prevents all roles from truncating tables', async () => {
    expect(
      await failing(tables, async (table) =>
        (await Promise.all(ROLES.map((role) => may(role, table, 'truncate')))).includes(true)
          ? 'may be truncated'
          : undefined,
      ),
    ).toEqual([]);
  });
});

describe("isolation of a tenant from another tenant's data", () => {
  test('has data from another tenant in every table, so that the following tests are meaningful', async () => {
    const empty = await failing(tenantTables, async (table) => {
      const counts = await column(`select count(*) from ${table} where tenant_id = any($1) group by tenant_id`, [
        [own, other],
      ]);
      return counts.length === 2 ? undefined : 'is not filled: see tenants.ts';
    });
    expect(empty).toEqual([]);
  });

  test("shows no row from another tenant in any table, but shows the tenant's own rows", async () => {
    const wrong = await failing(tenantTables, async (table) => {
      const outcome = await as('countersign_app', own, `select tenant_id from ${table}`);
      if ('denied' in outcome) return 'cannot be read';
      if (outcome.rows.length === 0) return 'own rows are hidden';
      return outcome.rows.every((row) => row['tenant_id'] === own) ? undefined : 'shows other tenants’ rows';
    });
    expect(wrong).toEqual([]);
    const users = await as('countersign_app', own, 'select name from users');
    expect(users).toMatchObject({ rows: [{ name: 'northwind' }] });
  });

  test('does not find a row from another tenant by its ID', async () => {
    const [document] = await column('select id from documents where tenant_id = $1', [other]);
    expect(
      await as('countersign_app', own, 'select 1 from documents where tenant_id = $1 and id = $2', [other, document]),
    ).toMatchObject({ rows: [] });
    expect(
      await as('countersign_app', own, 'select 1 from documents where id = $1 for update', [document]),
    ).toMatchObject({ rows: [] });
  });

  test("rejects an insert of another tenant's row into any table", async () => {
    const wrong = await failing(tables, async (table) => {
      const { rows } = await owner.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table} t ${tenantTables.includes(table) ? 'where tenant_id = $1' : 'where $1::text is not null'} limit 1`,
        [other],
      );
      const row = JSON.stringify(rows[0]?.row ?? {});
      const outcome = await as(
        'countersign_app',
        own,
        `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`,
        [row],
      );
      if (!('denied' in outcome)) return 'took a row of another tenant';
      // If the role is allowed to insert, the policy must reject the row.
      return (await may('countersign_app', table, 'insert')) && !outcome.denied.includes('row-level security')
        ? outcome.denied
        : undefined;
    });
    expect(wrong).toEqual([]);
  });

  test("rejects an update of another tenant's row in any table, and rejects moving rows to another tenant", async () => {
    let updatable = 0;
    const wrong = await failing(tenantTables, async (table) => {
      const theirs = await as(
        'countersign_app',
        own,
        `update ${table} set tenant_id = tenant_id where tenant_id = $1`,
        [other],
      );
      const away = await as('countersign_app', own, `update ${table} set tenant_id = $1 where tenant_id = $2`, [
        other,
        own,
      ]);
      if (!('denied' in away)) return 'gives rows away';
      if (await may('countersign_app', table, 'update')) {
        updatable += 1;
        if ('denied' in theirs || theirs.affected !== 0) return 'updates other tenants’ rows';
        return away.denied.includes('row-level security') ? undefined : away.denied;
      }
      return 'denied' in theirs ? undefined : 'can be updated without the privilege';
    });
    expect(wrong).toEqual([]);
    expect(updatable).toBeGreaterThan(3);
  });

  test("rejects the deletion of another tenant's row from any table", async () => {
    const wrong = await failing(tenantTables, async (table) => {
      const outcome = await as('countersign_app', own, `delete from ${table} where tenant_id = $1`, [other]);
      if (await may('countersign_app', table, 'delete'))
        return 'denied' in outcome || outcome.affected !== 0 ? JSON.stringify(outcome) : undefined;
      return 'denied' in outcome ? undefined : 'can be deleted from without the privilege';
    });
    expect(wrong).toEqual([]);
  });

  test('does not reveal a row from another tenant through an upsert', async () => {
    const [job] = await column('select id from jobs where tenant_id = $1', [other]);
    const text = `insert into jobs (tenant_id, id, kind, unique_key, lane, payload, run_at, created_at) values ($1, $2, 'k', $2, 'mail', '{}', now(), now()) on conflict do nothing`;
    expect(await as('countersign_app', own, text, [other, job])).toHaveProperty('denied');
  });
});

describe('a transaction without a tenant', () => {
  test.each([
    ['never set', null],
    ['set to an empty value', ''],
  ])('shows no row of any table if the tenant is %s', async (_name, tenantId) => {
    const wrong = await failing([...tenantTables, 'users'], async (table) => {
      const outcome = await as('countersign_app', tenantId, `select 1 from ${table}`);
      return 'denied' in outcome || outcome.rows.length > 0 ? JSON.stringify(outcome) : undefined;
    });
    expect(wrong).toEqual([]);
  });

  test('rejects inserted rows', async () => {
    const [blob] = (
      await owner.query<{ row: unknown }>('select to_jsonb(b) as row from blobs b where tenant_id = $1', [own])
    ).rows;
    const outcome = await as(
      'countersign_app',
      null,
      'insert into blobs select * from jsonb_populate_record(null::blobs, $1)',
      [JSON.stringify(blob?.row)],
    );
    expect(outcome).toMatchObject({ denied: expect.stringContaining('row-level security') });
  });
});
