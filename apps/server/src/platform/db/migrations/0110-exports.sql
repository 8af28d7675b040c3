-- Exports of data (ADR 64): a zip in parts, each a file of its own, and where the work stands.
create table exports (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  scope text not null check (scope in ('own', 'organization')),
  -- Whose it is: nobody else lists it, reads it or cancels it.
  requested_by text collate "C" not null,
  -- Asked for in a session of single sign-on: what the person has elsewhere is no part of it (ADR 23).
  is_bound boolean not null,
  status text not null default 'running' check (status in ('running', 'ready', 'failed', 'cancelled', 'expired')),
  -- Where the next part begins: which section, and what it has come to.
  section integer not null default 0,
  cursor text,
  parts integer not null default 0,
  entries integer not null default 0,
  size_bytes bigint not null default 0,
  documents_done integer not null default 0,
  documents_total integer not null default 0,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- The files are erased then.
  expires_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index exports_running on exports (tenant_id, requested_by, scope) where (status = 'running');
create index exports_by_end on exports (expires_at) where (status = 'ready');
alter table exports enable row level security;
alter table exports force row level security;
create policy own_tenant on exports to countersign_app using (tenant_id = current_tenant());
-- Workers learn what is to be erased across tenants.
create policy jobs_due on exports for select to countersign_jobs using (status = 'ready');
grant select, insert, update on exports to countersign_app;
grant select (tenant_id, id, status, expires_at) on exports to countersign_jobs;

create table export_parts (
  tenant_id text collate "C" not null,
  export_id text collate "C" not null,
  n integer not null,
  blob_id text collate "C" not null,
  size_bytes bigint not null,
  -- Its entries of the zip's central directory, with their places in the whole zip.
  directory bytea not null,
  primary key (tenant_id, export_id, n),
  foreign key (tenant_id, export_id) references exports (tenant_id, id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
alter table export_parts alter column directory set storage external;
alter table export_parts enable row level security;
alter table export_parts force row level security;
create policy own_tenant on export_parts to countersign_app using (tenant_id = current_tenant());
grant select, insert, delete on export_parts to countersign_app;

-- Files of exports are copies for a week and count towards no quota: who has used up theirs can still take their data with them.
alter table blobs add column is_counted boolean not null default true;

do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;
drop trigger blob_counted on blobs;
create trigger blob_counted after insert on blobs for each row when (new.is_counted) execute function count_storage();
create trigger blob_uncounted after delete on blobs for each row when (old.is_counted) execute function count_storage();

-- The file of a part goes after its row, as that of an attachment does.
create trigger export_part_gone after delete on export_parts for each row execute function release_attachment();
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
