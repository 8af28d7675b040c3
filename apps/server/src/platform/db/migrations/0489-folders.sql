-- Folders arrange documents and give nobody access to them. A document may be in several folders. The documents table has
-- no column for them, so that a document that is in no folder costs nothing.
create table folders (
  tenant_id text collate "C" not null references tenants (tenant_id) on delete cascade,
  id text collate "C" not null,
  owner_id text collate "C" not null,
  parent_id text collate "C",
  name text not null,
  shared boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index folders_of_owner on folders (tenant_id, owner_id);
create index folders_shared on folders (tenant_id) where (shared);
create index folders_by_parent on folders (tenant_id, parent_id) where (parent_id is not null);
create table folder_documents (
  tenant_id text collate "C" not null,
  folder_id text collate "C" not null,
  document_id text collate "C" not null,
  added_at timestamptz(3) not null,
  primary key (tenant_id, folder_id, document_id),
  foreign key (tenant_id, folder_id) references folders (tenant_id, id) on delete cascade,
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index folders_of_document on folder_documents (tenant_id, document_id);
alter table folders enable row level security;
alter table folders force row level security;
create policy own_tenant on folders to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on folders to countersign_app;
alter table folder_documents enable row level security;
alter table folder_documents force row level security;
create policy own_tenant on folder_documents to countersign_app using (tenant_id = current_tenant());
grant select, insert, delete on folder_documents to countersign_app;
