-- The seal wrote a document past all of its indexes, because one of them had the documents without a seal. These have rows of their own
-- now: written with the last signature, deleted with the seal. The seal changes no column of an index, so PostgreSQL writes the
-- document in place, where its page has room.
create table awaited_seals (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  completed_at timestamptz(3) not null,
  -- When the watcher last reported that the seal is missing.
  reported_at timestamptz(3),
  primary key (tenant_id, document_id)
);
alter table documents no force row level security;
insert into awaited_seals (tenant_id, document_id, completed_at, reported_at)
  select tenant_id, id, completed_at, stuck_reported_at from documents where completed_at is not null and sealed_at is null;
alter table documents force row level security;
alter table awaited_seals enable row level security;
alter table awaited_seals force row level security;
create policy own_tenant on awaited_seals to countersign_app using (tenant_id = current_tenant());
create policy jobs_all on awaited_seals for select to countersign_jobs using (true);
grant select, insert, update, delete on awaited_seals to countersign_app;
grant select on awaited_seals to countersign_jobs;

drop policy watch_unsealed on documents;
drop index documents_set_aside;
alter table documents drop column stuck_reported_at;
create index documents_in_trash on documents (tenant_id, deleted_at, id) where (deleted_at is not null);
alter table documents set (fillfactor = 85);
alter table signers set (fillfactor = 80);
