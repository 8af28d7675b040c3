-- Packages (ADR 34): documents that are sent together. A document is in one package or in none: documents.package_id.
create table packages (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  owner_id text collate "C" not null references users (id),
  title text not null,
  status text not null default 'draft' check (status in ('draft', 'in-progress', 'completed', 'expired', 'cancelled')),
  -- When it was sent: a document that is erased later does not make the rest a whole.
  document_count integer,
  cancel_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (tenant_id, id),
  check ((status = 'draft') = (document_count is null))
);
create index packages_by_owner on packages (tenant_id, owner_id, id);
create index packages_by_status on packages (tenant_id, status, id);

alter table packages enable row level security;
alter table packages force row level security;
create policy own_tenant on packages to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on packages to countersign_app;

alter table documents add column package_position integer,
  add foreign key (tenant_id, package_id) references packages (tenant_id, id);
create index documents_by_package on documents (tenant_id, package_id, package_position) where package_id is not null;
