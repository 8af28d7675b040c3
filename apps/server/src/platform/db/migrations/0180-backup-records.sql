-- What is known of the backups of this installation (ADR 68); they themselves are elsewhere. They belong to the operator's organization.
create table backups (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  trigger text not null check (trigger in ('request', 'schedule', 'command')),
  -- The day that the schedule owes it for: of several processes one begins it.
  slot date,
  state text not null check (state in ('queued', 'running', 'ready', 'failed', 'missing')),
  step text check (step in ('tables', 'files')),
  done integer not null default 0,
  total integer not null default 0,
  taken_at timestamptz(3),
  row_count bigint,
  files integer,
  copied_files integer,
  size_bytes bigint,
  failure text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  verification text not null default 'none' check (verification in ('none', 'queued', 'running', 'valid', 'invalid', 'failed')),
  checks jsonb not null default '[]',
  verified_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index backups_at_work on backups (tenant_id) where (state in ('queued', 'running'));
create unique index backups_of_day on backups (tenant_id, slot) where (slot is not null);
alter table backups enable row level security;
alter table backups force row level security;
create policy own_tenant on backups to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on backups to countersign_app;
