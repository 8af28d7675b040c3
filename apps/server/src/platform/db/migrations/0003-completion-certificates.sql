-- Certificates of completion: one a document, made when it is sealed, and never changed.
create table completion_certificates (
  tenant_id text collate "C" not null references tenants (tenant_id),
  document_id text collate "C" not null,
  -- The whole sealed PDF, 50 to 600 kB: small enough to commit with what says that it is there.
  bytes bytea not null,
  sha256 text collate "C" not null,
  pages integer not null,
  -- Entries of the document's audit trail that it vouches for: 0 to audit_n.
  audit_n integer not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
-- Deflated and signed data does not compress.
alter table completion_certificates alter column bytes set storage external;
alter table completion_certificates enable row level security;
alter table completion_certificates force row level security;
create policy own_tenant on completion_certificates to countersign_app using (tenant_id = current_tenant());
grant select, insert on completion_certificates to countersign_app;
