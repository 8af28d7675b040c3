-- Requests of API keys, for the developers of an organization: the route's pattern and never the path, which may contain a credential.
-- Found by key, newest first; erased by age, for which a summary of each block of pages is enough.
create table api_requests (
  tenant_id text collate "C" not null,
  key_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null,
  method text not null,
  route text not null,
  -- Null: the client left before the answer.
  status smallint,
  milliseconds integer not null,
  request_id text not null,
  primary key (tenant_id, key_id, id)
);
create index api_requests_by_age on api_requests using brin (at);
alter table api_requests enable row level security;
alter table api_requests force row level security;
create policy own_tenant on api_requests to countersign_app using (tenant_id = current_tenant());
create policy jobs_erase on api_requests to countersign_jobs using (true) with check (true);
grant select, insert on api_requests to countersign_app;
grant select, delete on api_requests to countersign_jobs;
