-- A statement is planned once, for every tenant (plan_cache_mode). Left to itself the planner takes a tenant for one of many, of a few
-- hundred rows, which it reads and sorts: seconds, where one organization has a million documents. Told that a table holds a single
-- tenant, it walks an index that has the rows in order, which costs a small tenant nothing.
-- Called at the end of every migration (platform/db/migrate.ts), so that no table can come without it. What it says holds from the
-- next ANALYZE on: a table that has rows is analyzed here, an empty one by autovacuum.
create function plan_for_large_tenants() returns void language plpgsql as $$
declare told record;
begin
  for told in
    select c.oid::regclass as name, c.reltuples > 0 as has_rows from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not coalesce(a.attoptions @> array['n_distinct=1'], false)
  loop
    execute format('alter table %s alter column tenant_id set (n_distinct = 1)', told.name);
    if told.has_rows then execute format('analyze %s', told.name); end if;
  end loop;
end $$;
revoke execute on function plan_for_large_tenants() from public;
