-- Where files are written and looked for first (ADR 69). A move to the other place begins with this row: processes that have read a version
-- hold a lock under its number for as long as they may write to its place.
create table blob_home (
  id integer primary key default 1 check (id = 1),
  place text not null check (place in ('folder', 's3')),
  version integer not null default 1,
  -- Of the newest move. Until it has ended there are files in both places.
  move_started_at timestamptz(3),
  move_ended_at timestamptz(3),
  moved_files integer not null default 0,
  moved_bytes bigint not null default 0,
  -- Keys that are being copied. After a kill those of erased files are removed from the new place.
  copying text[] not null default '{}'
);
alter table blob_home enable row level security;
alter table blob_home force row level security;
create policy jobs_blob_home on blob_home to countersign_jobs using (true) with check (true);
grant select, insert, update on blob_home to countersign_jobs;
