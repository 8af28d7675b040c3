/** Functions that differ on Citus, where a transaction has only one database role (ADR 149). */
import { CITUS_ROLE } from './policies.ts';

/**
 * Sets the context. Citus copies SET LOCAL to the workers of the transaction, but not set_config. Both values are
 * checked and quoted.
 */
export const CONTEXT_FUNCTION = `
create or replace function enter_context(acting text, tenant text) returns text language plpgsql as $$
  begin
    if acting !~ '^countersign_(app|auth|jobs|metrics)$' or tenant !~ '^[A-Za-z0-9_]*$' then
      raise exception 'invalid context' using errcode = 'invalid_parameter_value';
    end if;
    perform set_config('citus.propagate_set_commands', 'local', true);
    -- Functions read tables for a statement that runs on a node, such as the search.
    set local citus.allow_nested_distributed_execution = on;
    perform set_config('role', '${CITUS_ROLE}', true);
    execute format('set local app.role = %L', acting);
    execute format('set local app.tenant = %L', tenant);
    return null;
  end
$$`;

/**
 * Returns whether a person belongs to the current tenant. The policy of `users` calls it, because policies cannot
 * contain subqueries. The function works on every node, because each node has all memberships.
 */
export const MEMBER_FUNCTION = `
create or replace function is_member(person text) returns boolean language plpgsql stable as $$
  declare
    own_tenant text := current_tenant();
  begin
    return exists (select from memberships m where m.tenant_id = own_tenant and m.user_id = person);
  end
$$`;

/** Returns a list of tenants for each worker. Reads use the lists to leave out a worker that does not respond. */
export const TENANTS_BY_WORKER = `
create or replace function tenants_by_worker() returns setof text[] language plpgsql stable as $$
  begin
    return query select array_agg(t.tenant_id) from tenants t
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('documents', t.tenant_id)
      group by p.groupid;
  end
$$`;

/**
 * Sets the transaction ID of an event. Live updates and statistics order events by transactions of the coordinator,
 * where the outbox is. An insert that reads a document runs its defaults on the document's worker, so a trigger sets
 * the ID instead.
 */
export const TRANSACTION_OF_EVENTS = `
create or replace function set_transaction() returns trigger language plpgsql as $$
  begin
    new.xid := pg_current_xact_id();
    return new;
  end
$$;
create or replace trigger outbox_transaction before insert on outbox for each row execute function set_transaction()`;

export type WrappedFunction = {
  name: string;
  owner: string;
  parameters: string;
  names: readonly string[];
  result: string;
};

/** Runs `NAME_body` with the privileges of the function's owner. */
export function wrapperOf({ name, owner, parameters, names, result }: WrappedFunction): string {
  const call = `${name}_body(${names.map((one) => `"${one}"`).join(', ')})`;
  const isVoid = result === 'void';
  return `
create function ${name}(${parameters}) returns ${result} language plpgsql as $$
  declare
    acting_before text := current_setting('app.role', true);
    ${isVoid ? '' : `result_of_body ${result};`}
  begin
    execute format('set local app.role = %L', '${owner}');
    ${isVoid ? `perform ${call};` : `result_of_body := ${call};`}
    execute format('set local app.role = %L', acting_before);
    ${isVoid ? '' : 'return result_of_body;'}
  end
$$`;
}

export type TenantFunction = {
  definition: string;
  language: string;
  source: string;
  body: string | null;
  isSet: boolean;
  isVoid: boolean;
};

/**
 * Matches the statement in the search function that reads how far statistics have been counted. Documents may have
 * changed after that position. The position is on the coordinator, but on Citus the search also runs on workers. There,
 * it reads all documents whose titles match, whatever their status.
 */
const POSITION = /select p\.xid, p\.event_id into [^;]*;/;

/**
 * Rewrites a function so that its tenant is in a variable. Citus finds the shard of a statement by the value of a
 * parameter, and a variable is sent as a parameter. SQL functions become PL/pgSQL.
 *
 * @param definition the definition that pg_get_functiondef returns
 * @param source the body as text; `body` instead for a standard SQL function (`RETURN …`)
 */
export function withTenantVariable({ definition, language, source, body, isSet, isVoid }: TenantFunction): string {
  const declared = 'own_tenant text := current_tenant();';
  const named = (text: string): string => text.replaceAll('current_tenant()', 'own_tenant').replace(POSITION, '');
  const block = (statements: string) => `declare ${declared}\nbegin\n${named(statements)}\nend`;
  const written = ((): string => {
    if (body !== null) return block(`return ${body.replace(/^RETURN/i, '').trim()};`);
    if (language === 'plpgsql')
      return /^\s*declare\b/i.test(source)
        ? named(source).replace(/declare\b/i, () => `declare ${declared}`)
        : named(source).replace(/begin\b/i, () => `declare ${declared}\nbegin`);
    if (isSet) return block(`return query ${source.trim()};`);
    return block(isVoid ? `${source.trim().replace(/^select\b/i, 'perform')};` : `return (${source.trim()});`);
  })();
  const head =
    body === null
      ? definition.slice(0, definition.lastIndexOf('\nAS $'))
      : definition.slice(0, definition.lastIndexOf(body));
  return `${head.replace(/LANGUAGE sql/, 'LANGUAGE plpgsql')}\nas $tenant$\n${written}\n$tenant$`;
}
