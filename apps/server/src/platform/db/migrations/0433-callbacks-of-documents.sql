-- Addresses that get the events of single documents: endpoints that are listed nowhere, signed with one secret of the tenant.
create table webhook_callback_secrets (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  secret_sealed bytea not null,
  -- The secret before the last rotation, while it counts as well.
  previous_secret_sealed bytea,
  previous_until timestamptz(3),
  updated_at timestamptz(3) not null
);
alter table webhook_callback_secrets enable row level security;
alter table webhook_callback_secrets force row level security;
create policy own_tenant on webhook_callback_secrets to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on webhook_callback_secrets to countersign_app;

alter table webhook_endpoints
  add column is_callback boolean not null default false,
  alter column secret_sealed drop not null,
  add check (is_callback or secret_sealed is not null);
create unique index webhook_endpoints_of_callbacks on webhook_endpoints (tenant_id, url) where is_callback and deleted_at is null;
grant select (is_callback) on webhook_endpoints to countersign_jobs;
alter table documents add column callback_endpoint text collate "C";
alter table outbox add column callback_endpoint text collate "C";
grant select (callback_endpoint) on outbox to countersign_jobs;
