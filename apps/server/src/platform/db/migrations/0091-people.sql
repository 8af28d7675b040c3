-- A member who may not work here for now: their sessions, keys and streams end, their documents go on, and they count for nothing.
alter table memberships add column deactivated_at timestamptz(3);
grant update (deactivated_at) on memberships to countersign_app;
-- A person whom an import made and nobody has ever been: undoing it erases them (`user-erase-untouched`).
grant delete on users to countersign_auth;

-- What one member leaves goes to another, some rows at a time; it belongs to the live tenant.
create table hand_overs (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  from_user_id text collate "C" not null references users (id),
  to_user_id text collate "C" not null references users (id),
  -- Who asked for it, for the audit trail.
  party jsonb not null,
  with_keys boolean not null,
  -- `stopped`: whoever should get the rest left in the meantime.
  status text not null default 'running' check (status in ('running', 'completed', 'stopped')),
  documents integer not null default 0,
  templates integer not null default 0,
  packages integer not null default 0,
  bulk_sends integer not null default 0,
  api_keys integer not null default 0,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index hand_overs_running on hand_overs (tenant_id, from_user_id) where (status = 'running');
create index hand_overs_by_user on hand_overs (tenant_id, from_user_id, id);
alter table hand_overs enable row level security;
alter table hand_overs force row level security;
create policy own_tenant on hand_overs to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on hand_overs to countersign_app;

-- Many people from a file. First a preview, which does nothing; then each row in a transaction of its own.
create table user_imports (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  status text not null default 'preview' check (status in ('preview', 'running', 'completed', 'undoing', 'undone')),
  -- Who asked for it: in whose name people are invited.
  by_user_id text collate "C" not null references users (id),
  party jsonb not null,
  total integer not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (tenant_id, id)
);
create index user_imports_by_age on user_imports (created_at);
alter table user_imports enable row level security;
alter table user_imports force row level security;
create policy own_tenant on user_imports to countersign_app using (tenant_id = current_tenant());
create policy jobs_old on user_imports to countersign_jobs using (created_at < (now() - '30 days'::interval));
grant select, insert, update on user_imports to countersign_app;
grant select (tenant_id, id, created_at), delete on user_imports to countersign_jobs;

create table user_import_rows (
  tenant_id text collate "C" not null,
  import_id text collate "C" not null,
  -- The row of the file, its header being the first.
  n integer not null,
  email text not null,
  name text not null,
  role text not null,
  status text not null check (status in ('ready', 'created', 'invited', 'skipped', 'failed', 'undone', 'kept')),
  message text,
  -- The user or the invitation that came of it.
  made_id text collate "C",
  primary key (tenant_id, import_id, n),
  foreign key (tenant_id, import_id) references user_imports (tenant_id, id) on delete cascade
);
create index user_import_rows_by_status on user_import_rows (tenant_id, import_id, status, n);
alter table user_import_rows enable row level security;
alter table user_import_rows force row level security;
create policy own_tenant on user_import_rows to countersign_app using (tenant_id = current_tenant());
create policy jobs_old on user_import_rows to countersign_jobs
  using (exists (select from user_imports i where ((i.tenant_id = user_import_rows.tenant_id) and (i.id = user_import_rows.import_id))));
grant select, insert, update on user_import_rows to countersign_app;
