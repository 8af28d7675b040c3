-- Links with which an application lets a person prepare one draft in a frame. Both secrets are stored as hashes. A link opens once.
create table preparing_links (
  tenant_id text collate "C" not null references tenants (tenant_id) on delete cascade,
  link_hash bytea not null,
  document_id text collate "C" not null,
  -- The API key that created the link. Null: the service credential, for this organization.
  key_id text collate "C",
  organization_id text collate "C" not null,
  -- For whom the key or the credential acted.
  user_id text collate "C" not null,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The only origin whose pages may frame it. Null: each origin that the organization allows.
  origin text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Set when the link was opened.
  bearer_hash bytea,
  bearer_until timestamptz(3),
  primary key (tenant_id, link_hash),
  constraint opened_completely check ((bearer_hash is null) = (bearer_until is null))
);
create unique index preparing_links_by_bearer on preparing_links (tenant_id, bearer_hash) where bearer_hash is not null;
alter table preparing_links enable row level security;
alter table preparing_links force row level security;
create policy own_tenant on preparing_links to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on preparing_links to countersign_app;
