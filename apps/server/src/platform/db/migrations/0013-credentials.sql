-- Rotation of API keys: the value before the last rotation works on for a while.
alter table api_keys
  add column rotated_at timestamptz(3),
  add column previous_hash bytea,
  add column previous_until timestamptz(3);
create unique index api_keys_by_previous_hash on api_keys (tenant_id, previous_hash) where previous_hash is not null;

-- The sweeper of kept answers sees that a row is old, and nothing of what it holds.
create policy sweep_old on kept_answers to countersign_jobs using (created_at < now() - interval '24 hours');
grant select (tenant_id, created_at), delete on kept_answers to countersign_jobs;

-- Test clock of a sandbox: what is due comes nearer; how far it was moved altogether.
alter table tenants add column clock_advanced_seconds bigint not null default 0;
grant update (clock_advanced_seconds) on tenants to countersign_app;
grant update (run_at) on jobs to countersign_app;
