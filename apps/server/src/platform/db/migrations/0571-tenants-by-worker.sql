-- The tenants of each database server that has rows of its own. Without Citus there is one, and `distribute` replaces the function.
create function tenants_by_worker() returns setof text[] language sql stable as $$ select array_agg(tenant_id) from tenants $$;
