-- Public links of templates (ADR 155). The token is derived from the id, so nothing secret is stored.
create table public_links (
  tenant_id text collate "C" not null references tenants (tenant_id) on delete cascade,
  id text collate "C" not null,
  template_id text collate "C" not null,
  -- In whose name documents are sent.
  owner_id text collate "C" not null,
  -- The role of the template that the visitor takes.
  role text not null,
  -- The people of the other roles.
  signers jsonb not null,
  paused boolean not null default false,
  daily_limit int not null check (daily_limit between 1 and 1000),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The 24 hours to which the two counts belong begin here.
  day_began timestamptz(3) not null,
  documents_of_day int not null default 0,
  codes_of_day int not null default 0,
  documents int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, template_id) references templates (tenant_id, id) on delete cascade
);
create index public_links_by_template on public_links (tenant_id, template_id);
alter table public_links enable row level security;
alter table public_links force row level security;
create policy own_tenant on public_links to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on public_links to countersign_app;

-- Visitors who have requested a code. The code is derived from the id. The sweep deletes rows a day after they expire,
-- because the limits of codes look back a day.
create table public_link_requests (
  tenant_id text collate "C" not null references tenants (tenant_id) on delete cascade,
  id text collate "C" not null,
  link_id text collate "C" not null,
  token_hash bytea not null,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  locale text,
  -- A keyed hash of the network address.
  network_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  tries int not null default 0,
  -- Set when the code was confirmed.
  document_id text collate "C",
  signer_id text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, link_id) references public_links (tenant_id, id) on delete cascade,
  constraint confirmed_completely check ((document_id is null) = (signer_id is null))
);
create unique index public_link_requests_by_token on public_link_requests (tenant_id, token_hash);
create index public_link_requests_by_link on public_link_requests (tenant_id, link_id);
create index public_link_requests_by_address on public_link_requests (tenant_id, email_key, created_at);
create index public_link_requests_by_network on public_link_requests (tenant_id, network_hash, created_at);
create index public_link_requests_by_end on public_link_requests (expires_at);
alter table public_link_requests enable row level security;
alter table public_link_requests force row level security;
create policy own_tenant on public_link_requests to countersign_app using (tenant_id = current_tenant());
create policy jobs_old on public_link_requests to countersign_jobs using (expires_at < now() - interval '1 day');
grant select, insert, update, delete on public_link_requests to countersign_app;
grant delete, select (tenant_id, id, expires_at) on public_link_requests to countersign_jobs;
