-- The certificate of completion is stamped anew like the document it is about: what archive renewal appended to it, in order. The
-- file is `completion_certificates.bytes` and these tails behind it.
create table certificate_renewals (
  tenant_id text collate "C" not null references tenants (tenant_id),
  document_id text collate "C" not null,
  n integer not null check (n > 0),
  tail bytea not null,
  -- Of the whole file up to here.
  sha256 text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, document_id, n),
  foreign key (tenant_id, document_id) references completion_certificates (tenant_id, document_id) on delete cascade
);
alter table certificate_renewals alter column tail set storage external;
alter table certificate_renewals enable row level security;
alter table certificate_renewals force row level security;
create policy own_tenant on certificate_renewals to countersign_app using (tenant_id = current_tenant());
grant select, insert on certificate_renewals to countersign_app;

-- How long each sealed file is protected: the document itself, and its certificate of completion.
alter table archive_stamps add column file text collate "C" not null default 'document'
  check (file in ('document', 'certificate'));
alter table archive_stamps alter column file drop default;
alter table archive_stamps drop constraint archive_stamps_pkey;
alter table archive_stamps add primary key (tenant_id, document_id, file);

-- Certificates made before: the first renewal run looks them up. Row security holds for the owner of a table too, who may not be a
-- superuser: it is set aside for this statement.
alter table completion_certificates no force row level security;
alter table archive_stamps no force row level security;
insert into archive_stamps (tenant_id, document_id, file)
  select tenant_id, document_id, 'certificate' from completion_certificates;
alter table archive_stamps force row level security;
alter table completion_certificates force row level security;
