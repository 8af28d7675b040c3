-- The transparency log (ADR 121): the entries of a tenant in one order, as the leaves of a Merkle tree. The sequencer writes it; nothing in
-- it is updated or deleted except the row of its size.

-- Entries that have no index in the log yet. Written in the statement of the entry, deleted in the transaction that gives it its index.
create table log_queue (
  tenant_id text collate "C" not null references tenants (tenant_id),
  stream text collate "C" not null,
  n integer not null,
  primary key (tenant_id, stream, n)
);

create table transparency_logs (
  tenant_id text collate "C" not null references tenants (tenant_id),
  -- The right edge of the tree, from which every later root follows. Its first eight bytes are the size.
  frontier bytea not null,
  size bigint not null check (size >= 0),
  -- Which process gives out indexes, and until when. Each change of the holder increases the fence.
  holder text,
  lease_until timestamptz(3),
  fence bigint not null default 0,
  primary key (tenant_id)
);
alter table transparency_logs set (fillfactor = 70);

-- Consecutive entries of one stream at consecutive indexes, with their leaf hashes (32 bytes each). They stay when entries are erased.
create table log_runs (
  tenant_id text collate "C" not null,
  first_index bigint not null check (first_index >= 0),
  stream text collate "C" not null,
  first_n integer not null check (first_n >= 0),
  hashes bytea not null check (octet_length(hashes) >= 32 and octet_length(hashes) % 32 = 0),
  primary key (tenant_id, first_index),
  foreign key (tenant_id) references transparency_logs (tenant_id)
);
create unique index log_runs_by_entry on log_runs (tenant_id, stream, first_n);

-- Roots of the complete subtrees of 256, 65,536 ... leaves (levels 1, 2 ... of the tiles).
create table log_nodes (
  tenant_id text collate "C" not null,
  level smallint not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (tenant_id, level, index),
  foreign key (tenant_id) references transparency_logs (tenant_id)
);

-- Tenants whose older entries are queued in batches, and the last stream that was.
create table log_backfills (
  tenant_id text collate "C" not null references tenants (tenant_id),
  after_stream text collate "C" not null,
  primary key (tenant_id)
);
alter table tenants no force row level security;
insert into log_backfills (tenant_id, after_stream) select tenant_id, '' from tenants;
alter table tenants force row level security;

alter table log_queue enable row level security;
alter table log_queue force row level security;
create policy own_tenant on log_queue to countersign_app using (tenant_id = current_tenant());
create policy jobs_all on log_queue for select to countersign_jobs using (true);
grant select, insert, delete on log_queue to countersign_app;
grant select on log_queue to countersign_jobs;
alter table transparency_logs enable row level security;
alter table transparency_logs force row level security;
create policy own_tenant on transparency_logs to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on transparency_logs to countersign_app;
alter table log_runs enable row level security;
alter table log_runs force row level security;
create policy own_tenant on log_runs to countersign_app using (tenant_id = current_tenant());
grant select, insert on log_runs to countersign_app;
alter table log_nodes enable row level security;
alter table log_nodes force row level security;
create policy own_tenant on log_nodes to countersign_app using (tenant_id = current_tenant());
grant select, insert on log_nodes to countersign_app;
alter table log_backfills enable row level security;
alter table log_backfills force row level security;
create policy own_tenant on log_backfills to countersign_app using (tenant_id = current_tenant());
create policy jobs_all on log_backfills for select to countersign_jobs using (true);
grant select, update, delete on log_backfills to countersign_app;
grant select on log_backfills to countersign_jobs;
