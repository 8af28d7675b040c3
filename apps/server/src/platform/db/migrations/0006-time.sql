-- Time-stamping units that followed the first one, which stands in `authorities`: a unit stamps for two years, its certificate
-- lasts longer. Global, like the authorities themselves.
create table timestamp_units (
  environment text not null check (environment in ('live', 'sandbox')),
  serial text collate "C" not null,
  certificate bytea not null,
  key_sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (environment, serial)
);
alter table timestamp_units enable row level security;
alter table timestamp_units force row level security;
create policy auth_all on timestamp_units to countersign_auth using (true) with check (true);
grant select, insert on timestamp_units to countersign_auth;

-- Archive renewal appends revisions. Rows there are satisfy the narrower rule, so none has to be looked at.
alter table revisions drop constraint revisions_kind_check;
alter table revisions add constraint revisions_kind_check
  check (kind in ('sent', 'signature', 'seal', 'renewal')) not valid;
-- Certificates of the outside authority that time-stamped this revision, its own first, the root last: the seal gathers their
-- revocation data. Null: the built-in one did.
alter table revisions add column timestamp_chain bytea[];

-- How long each sealed document is protected by its newest time-stamp: what renewal looks for.
create table archive_stamps (
  tenant_id text collate "C" not null references tenants (tenant_id),
  document_id text collate "C" not null,
  -- When the first certificate of the time-stamp's path expires; null: not looked up yet.
  expires_at timestamptz(3),
  -- Names of packages/pki, algorithm-lifetimes, sorted, a space between: few combinations, many documents of each.
  algorithms text collate "C" not null default '',
  -- Not looked at again before: a renewal is on its way, or could not help.
  retry_at timestamptz(3) not null default '1970-01-01T00:00:00Z',
  primary key (tenant_id, document_id)
);
create index archive_stamps_by_end on archive_stamps (expires_at nulls first, tenant_id, document_id);
create index archive_stamps_by_algorithms on archive_stamps (algorithms, tenant_id, document_id);

-- Documents sealed before: their certificates cannot be read here, so the first renewal run looks them up. Row security holds
-- for the owner of a table too, who may not be a superuser: it is set aside for these statements.
alter table documents no force row level security;
insert into archive_stamps (tenant_id, document_id) select tenant_id, id from documents where sealed_at is not null;
alter table archive_stamps add foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade;
alter table documents force row level security;

alter table archive_stamps enable row level security;
alter table archive_stamps force row level security;
create policy own_tenant on archive_stamps to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on archive_stamps to countersign_app;
-- The worker looks for what is due across tenants.
create policy jobs_due on archive_stamps for select to countersign_jobs using (true);
grant select on archive_stamps to countersign_jobs;
