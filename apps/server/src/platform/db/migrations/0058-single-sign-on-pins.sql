-- What a provider calls a person is pinned: nothing but the person's own word replaces it. Where the settings name an attribute for
-- it, that attribute is part of the name: the same text elsewhere is somebody else.
alter table sso_links add column subject_attribute text;
drop index sso_links_by_subject;
create unique index sso_links_by_subject on sso_links (tenant_id, provider, coalesce(subject_attribute, ''), subject) where subject is not null;

-- Our side of SAML, from before a provider is configured, and the same for every provider that comes.
create table sso_keys (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  key_sealed bytea not null,
  certificate bytea not null,
  created_at timestamptz(3) not null
);
-- Row security holds for the owner of a table too, who may not be a superuser: it is set aside for this statement.
alter table single_sign_on no force row level security;
insert into sso_keys (tenant_id, key_sealed, certificate, created_at)
  select tenant_id, key_sealed, certificate, updated_at from single_sign_on where key_sealed is not null;
alter table single_sign_on force row level security;
alter table single_sign_on drop column key_sealed, drop column certificate;
alter table sso_keys enable row level security;
alter table sso_keys force row level security;
create policy own_tenant on sso_keys to countersign_app using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert on sso_keys to countersign_app;

-- Whether whoever single sign-on made may set a password by mail: asked where a person belongs to several organizations.
alter table single_sign_on add column allow_passwords boolean not null default false;
grant select (allow_passwords) on single_sign_on to countersign_auth;
