-- Signed checkpoints of the transparency log (ADR 122). The name of a log is this id and the tenant's: random, because host names change.
alter table installation add column log_id text collate "C" not null default replace(gen_random_uuid()::text, '-', '');

-- Keys that sign checkpoints, one generation after the other. Old ones stay, because they verify old checkpoints.
create table log_keys (
  generation integer not null check (generation > 0),
  public_key bytea not null check (octet_length(public_key) = 32),
  key_sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (generation)
);
alter table log_keys enable row level security;
alter table log_keys force row level security;
create policy auth_all on log_keys to countersign_auth using (true) with check (true);
grant select, insert on log_keys to countersign_auth;

create table log_checkpoints (
  tenant_id text collate "C" not null,
  size bigint not null check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  -- The signed note, byte for byte.
  note text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, size),
  foreign key (tenant_id) references transparency_logs (tenant_id)
);

-- RFC 3161 time-stamps over the text of checkpoints.
create table log_timestamps (
  tenant_id text collate "C" not null,
  size bigint not null,
  token bytea not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, size),
  foreign key (tenant_id, size) references log_checkpoints (tenant_id, size)
);

alter table transparency_logs
  -- Size of the newest checkpoint.
  add column checkpoint_size bigint not null default 0,
  -- When the newest time-stamp over a checkpoint was requested.
  add column stamped_at timestamptz(3);
create policy jobs_all on transparency_logs for select to countersign_jobs using (true);
grant select (tenant_id, size, checkpoint_size, stamped_at) on transparency_logs to countersign_jobs;

alter table log_checkpoints enable row level security;
alter table log_checkpoints force row level security;
create policy own_tenant on log_checkpoints to countersign_app using (tenant_id = current_tenant());
grant select, insert on log_checkpoints to countersign_app;
alter table log_timestamps enable row level security;
alter table log_timestamps force row level security;
create policy own_tenant on log_timestamps to countersign_app using (tenant_id = current_tenant());
grant select, insert on log_timestamps to countersign_app;
