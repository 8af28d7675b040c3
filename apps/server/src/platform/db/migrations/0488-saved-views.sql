-- Names for sets of filters of the list of documents. Found by owner, and the shared ones by their flag.
create table saved_views (
  tenant_id text collate "C" not null references tenants (tenant_id) on delete cascade,
  id text collate "C" not null,
  owner_id text collate "C" not null,
  name text not null,
  filters jsonb not null,
  shared boolean not null default false,
  position integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index saved_views_of_owner on saved_views (tenant_id, owner_id, position);
create index saved_views_shared on saved_views (tenant_id) where (shared);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy own_tenant on saved_views to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on saved_views to countersign_app;
