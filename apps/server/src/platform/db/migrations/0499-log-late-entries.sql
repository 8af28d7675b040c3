-- Entries that no checkpoint covered in time, for the health of every process: only processes that run jobs look for them.
create table log_late_entries (
  tenant_id text collate "C" not null,
  stream text collate "C" not null,
  n integer not null,
  entry_id text collate "C" not null,
  -- The end of the time that receipts promise.
  since timestamptz(3) not null,
  primary key (tenant_id, stream, n)
);
alter table log_late_entries enable row level security;
alter table log_late_entries force row level security;
create policy own_tenant on log_late_entries for select to countersign_app using (tenant_id = current_tenant());
grant select on log_late_entries to countersign_app;
create policy jobs_all on log_late_entries to countersign_jobs using (true) with check (true);
grant select, insert, delete on log_late_entries to countersign_jobs;
