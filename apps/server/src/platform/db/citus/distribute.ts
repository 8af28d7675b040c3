/**
 * Distributes the schema of an external PostgreSQL with the citus extension over distributed, reference and coordinator
 * tables (ADR 149). Each step is a transaction that is skipped if it is already done, so the next run continues an
 * interrupted one. Servers refuse to start before all steps are done.
 */
import pg from 'pg';
import { ConfigFault } from '../../config-fault.ts';
import type { ConnectionOptions } from '../database.ts';
import { openSession } from '../session.ts';
import { CITUS_ROLE, COMBINED_ROLES, combinedPolicies, REPLACED_CONDITIONS, type RolePolicy } from './policies.ts';
import {
  CONTEXT_FUNCTION,
  MEMBER_FUNCTION,
  TENANTS_BY_WORKER,
  type TenantFunction,
  TRANSACTION_OF_EVENTS,
  withTenantVariable,
  wrapperOf,
} from './functions.ts';
import { placementOf, type Placement } from './tables.ts';

/** The key of the advisory lock: any fixed number that no other program uses. */
const LOCK = 0x4369_7475;
/** The first Citus version that stores metadata on every node and copies policies to shards. */
const OLDEST_CITUS = 12;
const INSUFFICIENT_PRIVILEGE = '42501';

type Table = { name: string; placement: Placement };
type ForeignKey = { child: string; parent: string; name: string; definition: string };

export type DistributeOptions = {
  connection: ConnectionOptions;
  /** The number of shards per table. Nodes beyond the number of shards are never used. Citus recommends 32 to 128. */
  shards: number;
  report: (line: string) => void;
};

export type Distribution = { distributed: number; reference: number; coordinator: number; workers: number };

/**
 * Distributes the tables. If the cluster is not ready, throws ConfigFault with the statement that an administrator must
 * run.
 */
export async function distribute({ connection, shards, report }: DistributeOptions): Promise<Distribution> {
  const client = await openSession(connection, { name: 'countersign-distribute' });
  try {
    const workers = await checkCluster(client);
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK]);
    if (!rows[0]?.locked) throw new ConfigFault('another distribute command is running on this database');
    await refuseServers(client);
    await provideCoordinator(client, connection);
    const tables = await tablesOf(client);
    await begin(client, tables, report);
    for (const table of tables) await place(client, table, shards, tables, report);
    await restoreForeignKeys(client, report);
    await replaceFunctions(client);
    for (const { name, placement } of tables) {
      if (placement === 'coordinator') continue;
      await client.query(`select truncate_local_data_after_distributing_table($1::regclass)`, [name]);
    }
    await checkWorkers(client, tables);
    await client.query(`update distribution set finished_at = now()`);
    const count = (placement: Placement) => tables.filter((table) => table.placement === placement).length;
    return {
      distributed: count('distributed'),
      reference: count('reference'),
      coordinator: count('coordinator'),
      workers,
    };
  } finally {
    await client.end();
  }
}

/** @returns the number of workers */
async function checkCluster(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  const [extension] = rows;
  if (!extension)
    throw new ConfigFault(
      'the database has no citus extension. Add citus to shared_preload_libraries on every node, restart them, and run on every node as a superuser: create extension citus',
    );
  if (Number.parseInt(extension.version, 10) < OLDEST_CITUS)
    throw new ConfigFault(
      `Citus ${OLDEST_CITUS} or later is required, but the installed version is ${extension.version}`,
    );
  const nodes = await client.query<{ is_coordinator: boolean; workers: number }>(
    `select (select groupid = 0 from pg_dist_local_group) as is_coordinator,
       (select count(*)::int from pg_dist_node where groupid <> 0 and isactive and noderole = 'primary') as workers`,
  );
  const [state] = nodes.rows;
  if (!state?.is_coordinator)
    throw new ConfigFault('DATABASE_URL is the address of a worker. Use the address of the coordinator');
  if (state.workers === 0)
    throw new ConfigFault(
      `the coordinator has no workers. For each worker, run the following as a superuser: select citus_add_node('HOST', 5432)`,
    );
  return state.workers;
}

async function refuseServers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'countersign'`,
  );
  if (rows[0]?.count)
    throw new ConfigFault(
      'a server is using this database. Stop all servers, run this command again, and then start the servers',
    );
}

/**
 * Coordinator tables, and copies of reference tables on the coordinator, require the coordinator to be in the metadata
 * of Citus.
 */
async function provideCoordinator(client: pg.Client, connection: ConnectionOptions): Promise<void> {
  const { rowCount } = await client.query('select from pg_dist_node where groupid = 0');
  if (rowCount) return;
  const seen = await client.query<{ host: string; port: number }>(
    `select (select result from run_command_on_workers('select host(inet_client_addr())') where success and result <> '' limit 1) as host,
       current_setting('port')::int as port`,
  );
  const host = seen.rows[0]?.host ?? connection.host ?? '127.0.0.1';
  const port = seen.rows[0]?.port;
  try {
    await client.query('select citus_set_coordinator_host($1, $2)', [host, port]);
  } catch (cause) {
    throw new ConfigFault(
      `the coordinator's address is not set in Citus. Run as a superuser: select citus_set_coordinator_host('${host}', ${port})`,
      { cause },
    );
  }
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; has_tenant: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'
       and not a.attisdropped) as has_tenant
     from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and c.relname not in ('distribution', 'distribution_foreign_keys') order by 1`,
  );
  const tables = rows.map(({ name, has_tenant }) => ({ name, placement: placementOf(name, has_tenant) }));
  // Reference tables come first, because foreign keys of distributed tables refer to them.
  const order: Placement[] = ['reference', 'distributed', 'coordinator'];
  return tables.toSorted((one, other) => order.indexOf(one.placement) - order.indexOf(other.placement));
}

/** Throws ConfigFault if only some of the tables are distributed, as after an interrupted run or new migrations. */
export async function refuseHalfDistributed(connection: ConnectionOptions): Promise<void> {
  const client = await openSession(connection, { name: 'countersign-check' });
  try {
    const { rows } = await client.query<{ is_there: boolean }>(
      `select to_regclass('public.distribution') is not null as is_there`,
    );
    if (!rows[0]?.is_there) return;
    const state = await client.query<{ is_finished: boolean }>(
      'select finished_at is not null as is_finished from distribution',
    );
    const placed = await placedTables(client);
    const elsewhere = (await tablesOf(client)).find(
      ({ name, placement }) => placed.has(name) !== (placement !== 'coordinator'),
    );
    const closed = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
         and exists (select from unnest($1::text[]) r (role) where has_any_column_privilege(r.role, c.oid, 'select'))
         and not has_table_privilege($2, c.oid, 'select') limit 1`,
      [[...COMBINED_ROLES], CITUS_ROLE],
    );
    const unknown = elsewhere ?? closed.rows[0];
    const functions = await client.query<{ name: string }>(
      `select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace limit 1`,
    );
    const [changed] = functions.rows;
    if (state.rows[0]?.is_finished && !unknown && !changed) return;
    const reason = ((): string => {
      if (unknown) return `a migration created or moved the table ${unknown.name}`;
      return changed ? `a migration changed the function ${changed.name}` : 'the distribution was interrupted';
    })();
    throw new ConfigFault(`${reason}. Stop all servers and run: npm start -- distribute`);
  } finally {
    await client.end();
  }
}

async function placedTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition');
  return new Set(rows.map(({ name }) => name));
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Removes objects that must not reach the nodes: foreign keys and triggers between tables with different placements,
 * and policies with subqueries.
 */
async function begin(client: pg.Client, tables: readonly Table[], report: (line: string) => void): Promise<void> {
  if (await isPresent(client, CITUS_ROLE)) await grantRole(client);
  else {
    // Workers accept connections of this role only from the coordinator (pg_hba.conf).
    await client.query(`create role ${CITUS_ROLE} login noinherit nosuperuser nobypassrls nocreatedb nocreaterole`);
    await grantRole(client);
  }
  await inTransaction(client, async () => {
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await client.query(
      `create table if not exists distribution (one boolean primary key default true check (one),
         begun_at timestamptz(3) not null default now(), finished_at timestamptz(3))`,
    );
    await client.query(
      `create table if not exists distribution_foreign_keys (child text, name text, definition text, primary key (child, name))`,
    );
    await client.query(`insert into distribution default values on conflict (one) do update set finished_at = null`);
    // Every role can read this table, because a server reads it at each start, and a server with a separate login owns
    // no tables. The table contains only two time values.
    await client.query('grant select on distribution to public');
    await client.query(`grant usage on schema public to ${CITUS_ROLE}`);
    await dropForeignKeys(client, tables);
    await dropTriggers(client, tables);
    await refuseMoved(client, tables);
    await client.query(MEMBER_FUNCTION);
    await combinePolicies(client, tables);
    await nameTenants(client);
  });
  report('Combined the policies of the application roles.');
}

async function isPresent(client: pg.Client, role: string): Promise<boolean> {
  return ((await client.query('select from pg_roles where rolname = $1', [role])).rowCount ?? 0) > 0;
}

/** The server's login acts as `CITUS_ROLE`. */
async function grantRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string }>(
    `select m.member::regrole::text as login from pg_auth_members m where m.roleid = 'countersign_app'::regrole
     union select quote_ident(session_user)`,
  );
  for (const { login } of rows) await client.query(`grant ${CITUS_ROLE} to ${login}`);
}

async function dropForeignKeys(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const placement = new Map(tables.map((table) => [table.name, table.placement]));
  const { rows } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, c.conname as name,
       pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  const placed = await placedTables(client);
  for (const { child, parent, name, definition } of rows) {
    const [from, to] = [placement.get(child), placement.get(parent)];
    // Citus creates this foreign key between shards, and keeps it in step with the foreign key of the table.
    if (!from || !to) continue;
    // A foreign key between tables with different placements cannot be enforced.
    const isBetween =
      (from === 'coordinator') !== (to === 'coordinator') || (from === 'reference' && to === 'distributed');
    const isInPlace = placed.has(child) === (from !== 'coordinator') && placed.has(parent) === (to !== 'coordinator');
    if (isInPlace && !isBetween) continue;
    await client.query(`alter table ${child} drop constraint ${client.escapeIdentifier(name)}`);
    if (isBetween) continue;
    await client.query(
      'insert into distribution_foreign_keys (child, name, definition) values ($1, $2, $3) on conflict do nothing',
      [child, name, definition],
    );
  }
}

async function dropTriggers(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const { rows } = await client.query<{ name: string; trigger: string }>(
    `select tgrelid::regclass::text as name, tgname as trigger from pg_trigger
     where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  );
  for (const { name, trigger } of rows) {
    if (tables.find((table) => table.name === name)?.placement === 'coordinator') continue;
    await client.query(`drop trigger ${client.escapeIdentifier(trigger)} on ${name}`);
  }
}

/** Throws ConfigFault if a table that now belongs on the coordinator is still on the workers. */
async function refuseMoved(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const placed = await placedTables(client);
  const moved = tables.find(({ name, placement }) => placement === 'coordinator' && placed.has(name));
  if (moved)
    throw new ConfigFault(
      `an earlier version distributed the table ${moved.name}, but this version keeps it on the coordinator. Load the data into a new cluster, and run the command there`,
    );
}

async function combinePolicies(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const policies = await client.query<RolePolicy & { name: string; policy: string }>(
    `select p.polrelid::regclass::text as name, p.polname as policy, p.polcmd::text as command, r.rolname as role,
       pg_get_expr(p.polqual, p.polrelid) as qual, pg_get_expr(p.polwithcheck, p.polrelid) as check
     from pg_policy p join pg_roles r on r.oid = any (p.polroles)`,
  );
  const grants = await client.query<{ name: string; role: string; commands: string[] }>(
    `select c.relname as name, r.role, array_remove(array[
       case when has_any_column_privilege(r.role, c.oid, 'select') then 'select' end,
       case when has_any_column_privilege(r.role, c.oid, 'insert') then 'insert' end,
       case when has_any_column_privilege(r.role, c.oid, 'update') then 'update' end,
       case when has_table_privilege(r.role, c.oid, 'delete') then 'delete' end], null) as commands
     from pg_class c, unnest($1::text[]) r (role)
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    [[...COMBINED_ROLES]],
  );
  for (const { name, placement } of tables) {
    const all = policies.rows.filter((policy) => policy.name === name);
    // An earlier run recorded the policies of these tables. A migration may have changed the policies since.
    for (const { policy } of all.filter(({ role }) => role === CITUS_ROLE))
      await client.query(`drop policy ${client.escapeIdentifier(policy)} on ${name}`);
    const own = all.filter(({ role }) => role !== CITUS_ROLE);
    const replaced = own.map((policy) => {
      const condition = REPLACED_CONDITIONS[`${name} ${policy.policy}`];
      return condition === undefined ? policy : { ...policy, qual: condition };
    });
    for (const statement of combinedPolicies(
      client.escapeIdentifier(name),
      replaced,
      grants.rows.filter((grant) => grant.name === name),
    ))
      await client.query(statement);
    if (placement === 'coordinator') continue;
    // The policy is not dropped, because the next run needs its roles and its command. Its new condition allows
    // nothing.
    for (const policy of new Set(own.map((one) => one.policy)))
      if (REPLACED_CONDITIONS[`${name} ${policy}`] !== undefined)
        await client.query(`alter policy ${client.escapeIdentifier(policy)} on ${name} using (false)`);
  }
  await client.query(`grant usage on all sequences in schema public to ${CITUS_ROLE}`);
  const functions = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'public'::regnamespace and not has_function_privilege('public', p.oid, 'execute')
       and exists (select from unnest($1::text[]) r (role) where has_function_privilege(r.role, p.oid, 'execute'))
       and p.prorettype <> 'trigger'::regtype`,
    [[...COMBINED_ROLES]],
  );
  for (const { signature } of functions.rows)
    await client.query(`grant execute on function ${signature} to ${CITUS_ROLE}`);
}

/**
 * Replaces functions that read tables. A standard SQL function depends on the tables that it reads. If a table depends
 * on the function as well, Citus fails, because it copies the dependencies of a table before the table.
 */
async function nameTenants(client: pg.Client): Promise<void> {
  const { rows } = await client.query<TenantFunction>(
    `select pg_get_functiondef(p.oid) as definition, l.lanname as language, p.prosrc as source,
       case when p.prosqlbody is not null then pg_get_function_sqlbody(p.oid) end as body,
       p.proretset as "isSet", p.prorettype = 'void'::regtype as "isVoid"
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
       and p.proname not in ('current_tenant', 'own_organization') and p.prosrc not like '%own\\_tenant%'
       and coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) like '%current\\_tenant()%'`,
  );
  for (const one of rows) await client.query(withTenantVariable(one));
}

async function place(
  client: pg.Client,
  { name, placement }: Table,
  shards: number,
  tables: readonly Table[],
  report: (line: string) => void,
): Promise<void> {
  if (placement === 'coordinator') return;
  const { rowCount } = await client.query('select from pg_dist_partition where logicalrelid = $1::regclass', [name]);
  if (rowCount) return;
  if (placement === 'reference') await client.query('select create_reference_table($1::regclass)', [name]);
  else {
    const first = tables.find((table) => table.placement === 'distributed')?.name ?? name;
    await (first === name
      ? client.query(
          `select create_distributed_table($1::regclass, 'tenant_id', colocate_with => 'none', shard_count => $2)`,
          [name, shards],
        )
      : client.query(`select create_distributed_table($1::regclass, 'tenant_id', colocate_with => $2)`, [name, first]));
  }
  report(`${name}: ${placement}.`);
}

async function restoreForeignKeys(client: pg.Client, report: (line: string) => void): Promise<void> {
  const { rows } = await client.query<ForeignKey>('select child, name, definition from distribution_foreign_keys');
  for (const { child, name, definition } of rows)
    await inTransaction(client, async () => {
      await client.query(`alter table ${child} add constraint ${client.escapeIdentifier(name)} ${definition}`);
      await client.query('delete from distribution_foreign_keys where child = $1 and name = $2', [child, name]);
    });
  if (rows.length > 0) report(`Restored ${rows.length} foreign keys.`);
}

/** Replaces functions that act as another role. On Citus, they set `app.role` instead. */
async function replaceFunctions(client: pg.Client): Promise<void> {
  await client.query(CONTEXT_FUNCTION);
  await client.query(TRANSACTION_OF_EVENTS);
  await client.query(TENANTS_BY_WORKER);
  const { rows } = await client.query<{
    name: string;
    owner: string;
    volatile: boolean;
    parameters: string;
    types: string;
    names: string[];
    result: string;
    is_trigger: boolean;
  }>(
    `select p.proname as name, p.proowner::regrole::text as owner, p.provolatile = 'v' as volatile,
       pg_get_function_arguments(p.oid) as parameters, pg_get_function_identity_arguments(p.oid) as types,
       coalesce(p.proargnames, '{}') as names, pg_get_function_result(p.oid) as result, p.prorettype = 'trigger'::regtype as is_trigger
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`,
  );
  for (const { name, owner, volatile, parameters, types, names, result, is_trigger } of rows)
    await inTransaction(client, async () => {
      const signature = `${client.escapeIdentifier(name)}(${types})`;
      await client.query(`alter function ${signature} security invoker`);
      if (is_trigger || !volatile) return;
      // A migration has replaced a function that an earlier run created.
      await client.query(`drop function if exists ${client.escapeIdentifier(`${name}_body`)}(${types})`);
      await client.query(`alter function ${signature} rename to ${client.escapeIdentifier(`${name}_body`)}`);
      await client.query(wrapperOf({ name, owner, parameters, names, result }));
    });
}

async function checkWorkers(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const table = tables.find(({ placement }) => placement === 'distributed');
  if (!table) return;
  try {
    await inTransaction(client, async () => {
      await client.query(`set local citus.propagate_set_commands = 'local'`);
      await client.query(`set local role ${CITUS_ROLE}`);
      await client.query(`select count(*) from ${table.name}`);
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint =
      cause instanceof pg.DatabaseError && cause.code === INSUFFICIENT_PRIVILEGE
        ? ''
        : ` On every worker, allow the role ${CITUS_ROLE} to connect from the coordinator (pg_hba.conf, or a password in pg_dist_authinfo).`;
    throw new ConfigFault(`the workers reject the role ${CITUS_ROLE}: ${reason}.${hint}`, { cause });
  }
}
