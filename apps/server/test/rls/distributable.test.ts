/**
 * Checks that Citus can run every statement (ADR 149), most of them on the shard of their tenant, and a few on all
 * shards.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPLACED_CONDITIONS } from '../../src/platform/db/citus/policies.ts';
import { type Placement, placementOf } from '../../src/platform/db/citus/tables.ts';
import { everyStatement } from '../support/every-statement.ts';
import { rereadTables, type SpreadFault, spreadFaults, writtenTables } from '../support/distributable.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

/** Statements that need more than one shard, grouped by reason. */
const ON_ALL_SHARDS: Readonly<Record<string, readonly string[]>> = {
  'finds the tenant by a link, an address or a serial number': [
    'certificate-issued',
    'export-addressed-tenants',
    'inbox-addressed',
    'signer-account-stands',
    'signer-by-address',
    'signer-by-place',
  ],
  'finds the tenants with work, in a job': [
    'archive-algorithms-next',
    'archive-due-by-algorithms',
    'archive-due-by-end',
    'blobs-unused',
    'erasure-due',
    'exports-due',
    'log-backfills',
    'log-checkpoint-sizes',
    'log-checkpoints-due',
    'log-checkpoints-newest',
    'log-cosigned-sizes',
    'log-late-entries',
    'log-late-entries-still',
    'log-pin-faults',
    'log-queued-tenants',
    'log-stamps-due',
    'log-witness-summary',
    'retention-erasure-due',
    'scrub-files',
    'sweep-bulk-due',
    'templates-erasable',
    'watch-unsealed',
  ],
  'deletes rows of all tenants whose time is over, in a job': [
    'sweep-drawing-links',
    'sweep-in-person',
    'sweep-preparing-links',
    'sweep-public-link-requests',
  ],
  'counts files for the operator, or finds one': [
    'blobs-any',
    'blobs-damaged-count',
    'blobs-damaged-files',
    'blobs-damaged-list',
    'files-count',
    'files-measure',
    'files-plain',
    'files-plain-count',
    'metrics-database',
  ],
};

/** Statements that the check misreads, or that Citus can safely split. Each was run successfully on Citus 12.1. */
const RUNS_ANYWAY: Readonly<Record<string, string>> = {
  'statistics-position-restart': 'Citus counts the documents first, and sends the number to the coordinator',
};

/** On plain PostgreSQL, these triggers still exist, because processes of the previous release need them (ADR 150). */
const REPLACED_TRIGGERS = [
  'attachment_gone',
  'attachment_key_gone',
  'document_file_replaced',
  'document_key_gone',
  'documents_under_hold',
  'export_key_gone',
  'export_part_gone',
  'in_person_ended',
  'in_person_gone',
  'signers_under_hold',
  'template_key_gone',
];

/**
 * Statements that write to a table that is copied to every node. They fail while a worker is down, so other kinds of
 * requests must not need them (ADR 156).
 */
const WRITES_EVERY_NODE: Readonly<Record<string, readonly string[]>> = {
  'changes an account': [
    'account-deletion-close',
    'account-deletion-overwrite',
    'evict-mark',
    'evict-two-factor-end',
    'two-factor-refresh',
    'user-email',
    'user-erase-untouched',
    'user-insert',
    'user-lock',
    'user-password',
    'user-profile',
    'user-touched',
    'user-verified',
  ],
  'changes members': [
    'evict-members',
    'evict-role',
    'member-deactivated',
    'member-remove',
    'member-role',
    'membership-insert',
    'owners-lock',
  ],
  'changes an organization, its plan or its clock': [
    'organization-agreed-requests',
    'organization-close',
    'organization-insert',
    'organization-lock',
    'organization-plan',
    'organization-schedule-deletion',
    'organization-two-factor-required',
    'organization-update',
    'plan-lock',
    'sandbox-clock-advance',
    'tenant-insert',
  ],
};

let database: TestDatabase;
let client: pg.Client;
let placements: ReadonlyMap<string, Placement>;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query<{ name: string; has_tenant: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'
       and not a.attisdropped) as has_tenant
     from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  );
  placements = new Map(rows.map(({ name, has_tenant }) => [name, placementOf(name, has_tenant)]));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const faultsOf = (text: string): SpreadFault[] => spreadFaults(text, (table) => placements.get(table));

/**
 * Returns the name of a read across all tenants. `name` may also be its variant for some tenants, which is used while a
 * worker does not respond (`acrossTenants`).
 */
const ofSomeTenants = (name: string): string => name.replace(/-within$/, '');

test('specifies the tenant for each distributed table in every SQL statement, except in the listed ones', () => {
  const listed = new Set([...Object.values(ON_ALL_SHARDS).flat(), ...Object.keys(RUNS_ANYWAY)]);
  const found = [...everyStatement()].filter(([, text]) => faultsOf(text).length > 0);
  expect(
    found
      .filter(([name]) => !listed.has(ofSomeTenants(name)))
      .map(([name, text]) => ({ name, faults: faultsOf(text) })),
  ).toEqual([]);
  const names = new Set(found.map(([name]) => name));
  expect([...listed].filter((name) => !names.has(name))).toEqual([]);
});

test('does not join tables on the coordinator, use recursion or lock rows in statements that run on all shards', () => {
  const refused = Object.values(ON_ALL_SHARDS)
    .flat()
    .flatMap((name) => {
      const text = everyStatement().get(name) ?? '';
      const faults = faultsOf(text).filter(({ kind }) => kind !== 'tenant');
      return [
        ...faults.map(({ kind }) => `${name}: ${kind}`),
        ...(/\bfor\s+(no key )?update\b/i.test(text) ? [name] : []),
      ];
    });
  expect(refused).toEqual([]);
});

test('reads no data that the same statement has already changed, except in person-key-ensure', () => {
  const found = [...everyStatement()].filter(([, text]) =>
    rereadTables(text).some((table) => placements.get(table) !== undefined && placements.get(table) !== 'coordinator'),
  );
  // The statement `person-key-ensure` is allowed. If it reads the key that it has just inserted, it only returns that
  // key twice.
  expect(found.map(([name]) => name)).toEqual(['person-key-ensure']);
});

test('writes to reference tables only when accounts, members or organizations change', () => {
  const found = [...everyStatement()].filter(([, text]) =>
    writtenTables(text).some((table) => placements.get(table) === 'reference'),
  );
  expect(found.map(([name]) => name).toSorted()).toEqual(Object.values(WRITES_EVERY_NODE).flat().toSorted());
});

test('has no policy with a subquery on a distributed or reference table, except for the replaced policies', async () => {
  const { rows } = await client.query<{ name: string; policy: string; condition: string }>(
    `select name, policy, condition from (select polrelid::regclass::text as name, polname as policy,
       coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '') as condition from pg_policy) p
     where condition ~* '\\mselect\\M'`,
  );
  const isSpread = (table: string) => (placements.get(table) ?? 'coordinator') !== 'coordinator';
  const spread = rows.filter(({ name, condition }) => [name, ...(condition.match(/[a-z_]+/g) ?? [])].some(isSpread));
  expect(spread.map(({ name, policy }) => `${name} ${policy}`).toSorted()).toEqual(
    Object.keys(REPLACED_CONDITIONS).toSorted(),
  );
});

test('has replacement statements for every trigger that is lost when a table is distributed', async () => {
  const { rows } = await client.query<{ name: string; trigger: string }>(
    `select tgrelid::regclass::text as name, tgname as trigger from pg_trigger where not tgisinternal`,
  );
  const dropped = rows.filter(({ name }) => placements.get(name) !== 'coordinator');
  expect(dropped.map(({ trigger }) => trigger).toSorted()).toEqual(REPLACED_TRIGGERS);
});
