-- The role and tenant of the rest of a transaction. `distribute` replaces the function on Citus, where the workers need
-- both (ADR 149). Without FROM and with each parameter used once, the planner inlines it.
create function enter_context(acting text, tenant text) returns text language sql as $$
  select set_config('role', acting, true) || set_config('app.tenant', tenant, true)
$$;
