-- Since when the organization requires a second factor; of its live tenant alone. Keys whose makers have none end a week after.
alter table organizations add column two_factor_required_at timestamptz(3);
alter table organizations no force row level security;
alter table tenants no force row level security;
update organizations o set two_factor_required_at = now() from tenants t
  where t.tenant_id = o.tenant_id and t.environment = 'live' and (o.settings->>'require_two_factor')::boolean;
alter table tenants force row level security;
alter table organizations force row level security;
grant update (two_factor_required_at) on organizations to countersign_app;
