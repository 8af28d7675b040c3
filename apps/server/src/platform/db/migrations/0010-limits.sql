-- Requests of the last hour, by bucket: an address, a user, a key, a link (ADR 56). A bucket is a hash. Unlogged: a crash of the database
-- forgets counts, and no request waits for a disk.
create unlogged table rate_buckets (
  bucket bytea primary key,
  -- Three numbers a slot: the Unix second of its last request, its requests, and how many of them were lost with dead processes.
  slots double precision[] not null default '{}',
  -- Three numbers a lease: the process, its requests, and the Unix second at which it ends.
  leases double precision[] not null default '{}',
  counted_at timestamptz(3) not null
) with (fillfactor = 50);
alter table rate_buckets enable row level security;
alter table rate_buckets force row level security;
create policy auth_all on rate_buckets to countersign_auth using (true) with check (true);
grant select, insert, update, delete on rate_buckets to countersign_auth;

-- How often each API key was used, an hour a row. Written every few seconds by each process: what a crash takes is the last of it.
create table api_key_usage (
  tenant_id text collate "C" not null,
  key_id text collate "C" not null,
  hour timestamptz(3) not null,
  requests bigint not null,
  -- Above the limit, and so not counted as requests.
  refused bigint not null,
  primary key (tenant_id, key_id, hour),
  foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
);
alter table api_key_usage enable row level security;
alter table api_key_usage force row level security;
create policy own_tenant on api_key_usage to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on api_key_usage to countersign_app;
create policy jobs_erase on api_key_usage to countersign_jobs using (true) with check (true);
grant select, delete on api_key_usage to countersign_jobs;
create index api_key_usage_by_age on api_key_usage (hour);

-- What an operator has agreed with an organization on enterprise, for each of its users and keys; absent: unlimited.
alter table organizations add column requests_per_hour integer check (requests_per_hour > 0);
grant update (requests_per_hour) on organizations to countersign_app;
