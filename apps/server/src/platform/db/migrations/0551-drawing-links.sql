-- Links with which a signer draws a signature on a phone for a signing page on another device. A signer has at most one.
-- Both secrets are stored as hashes. A link opens once, and its token sends one drawing.
create table drawing_links (
  tenant_id text collate "C" not null references tenants (tenant_id) on delete cascade,
  id text collate "C" not null,
  document_id text collate "C" not null,
  signer_id text collate "C" not null,
  link_generation int not null,
  what text not null check (what in ('signature', 'initials')),
  link_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Set when the link was opened.
  bearer_hash bytea,
  drawing text,
  primary key (tenant_id, id),
  constraint drawn_after_opening check (drawing is null or bearer_hash is not null)
);
create unique index drawing_links_by_signer on drawing_links (tenant_id, signer_id);
create unique index drawing_links_by_link on drawing_links (tenant_id, link_hash);
create unique index drawing_links_by_bearer on drawing_links (tenant_id, bearer_hash) where bearer_hash is not null;
create index drawing_links_by_end on drawing_links (expires_at);
alter table drawing_links enable row level security;
alter table drawing_links force row level security;
create policy own_tenant on drawing_links to countersign_app using (tenant_id = current_tenant());
create policy jobs_old on drawing_links to countersign_jobs using (expires_at < now());
grant select, insert, update, delete on drawing_links to countersign_app;
grant delete, select (tenant_id, id, expires_at) on drawing_links to countersign_jobs;
