-- Single sign-on: an organization's identity provider, the domains it has proved, and whom the provider may log in.

create table single_sign_on (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  protocol text not null check (protocol in ('saml', 'oidc')),
  settings jsonb not null,
  -- Of OpenID Connect: the client secret.
  secret_sealed bytea,
  -- Our side of SAML: signs requests and opens encrypted assertions.
  key_sealed bytea,
  certificate bytea,
  -- Grows whenever whom we believe changes (issuer, keys, addresses). What a person confirmed holds for what they confirmed.
  trust_generation integer not null default 1,
  updated_at timestamptz(3) not null,
  refused_at timestamptz(3),
  refused_reason text,
  refused_detail text,
  check ((key_sealed is null) = (certificate is null))
);

create table organization_domains (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  domain text collate "C" not null,
  -- Stands in the TXT record: public, and worth nothing to anybody else.
  challenge text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  unique (tenant_id, domain)
);
-- Whose a domain is: one organization's at a time. Global, because that is the point of it.
create table domain_owners (
  domain text collate "C" primary key,
  tenant_id text collate "C" not null references tenants (tenant_id),
  verified_at timestamptz(3) not null
);
create index domain_owners_by_tenant on domain_owners (tenant_id);

-- Who somebody is to the identity provider. `trust_generation`: what the person confirmed; null where the domain speaks for them.
create table sso_links (
  tenant_id text collate "C" not null references tenants (tenant_id),
  user_id text collate "C" not null references users (id),
  provider text not null,
  subject text,
  trust_generation integer,
  created_at timestamptz(3) not null,
  last_login_at timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
create unique index sso_links_by_subject on sso_links (tenant_id, provider, subject) where subject is not null;

-- A login that waits for its person's own word, by a link in a mail.
create table sso_confirmations (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  role text not null check (role in ('admin', 'member')),
  method text not null check (method in ('saml', 'oidc')),
  provider text not null,
  subject text,
  trust_generation integer not null,
  is_multi_factor boolean not null,
  -- The browser that logged in: the link works in no other.
  device_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (tenant_id, id)
);

-- What works once: assertions and login attempts, until they would be refused as too old.
create table sso_used (
  tenant_id text collate "C" not null references tenants (tenant_id),
  used_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, used_hash)
);

do $$
declare t text;
begin
  foreach t in array array['single_sign_on', 'organization_domains', 'sso_links', 'sso_confirmations', 'sso_used'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_tenant on %I to countersign_app using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', t);
    execute format('grant select, insert, update, delete on %I to countersign_app', t);
  end loop;
end $$;

alter table domain_owners enable row level security;
alter table domain_owners force row level security;
create policy auth_all on domain_owners to countersign_auth using (true) with check (true);
create policy own_tenant on domain_owners for select to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on domain_owners to countersign_auth;
grant select on domain_owners to countersign_app;
-- Where a login page leads somebody by the domain of their address: that there is a provider, and of which kind.
create policy auth_protocol on single_sign_on for select to countersign_auth using (true);
grant select (tenant_id, protocol) on single_sign_on to countersign_auth;
