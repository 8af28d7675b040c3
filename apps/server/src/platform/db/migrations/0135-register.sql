-- The register of processing (GDPR article 30): a row is a version of an entry, and no version is ever changed.
create table processing_activities (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  version integer not null check (version > 0),
  state text not null check (state in ('active', 'retired')),
  -- What article 30 (1) asks for, as text.
  content jsonb not null,
  changed_by_kind text not null,
  changed_by_id text collate "C" not null,
  changed_at timestamptz(3) not null,
  primary key (tenant_id, id, version)
);
alter table processing_activities enable row level security;
alter table processing_activities force row level security;
create policy own_tenant on processing_activities to countersign_app using (tenant_id = current_tenant());
grant select, insert on processing_activities to countersign_app;

-- Lists of sub-processors of the installation, which the operator publishes for all organizations.
create table sub_processor_lists (
  version integer primary key check (version > 0),
  published_at timestamptz(3) not null,
  effective_at timestamptz(3) not null,
  content jsonb not null
);
alter table sub_processor_lists enable row level security;
alter table sub_processor_lists force row level security;
create policy app_read on sub_processor_lists for select to countersign_app using (true);
create policy auth_publish on sub_processor_lists to countersign_auth using (true) with check (true);
grant select on sub_processor_lists to countersign_app;
grant select, insert on sub_processor_lists to countersign_auth;

-- Texts of an organization that signers agree to. Only the end of a version's validity is ever written later.
create table consent_texts (
  tenant_id text collate "C" not null references tenants (tenant_id),
  version integer not null check (version > 0),
  language text not null,
  text text not null,
  sha256 text collate "C" not null,
  valid_from timestamptz(3) not null,
  valid_until timestamptz(3),
  added_by_kind text not null,
  added_by_id text collate "C" not null,
  primary key (tenant_id, version),
  unique (tenant_id, sha256)
);
create unique index consent_texts_in_force on consent_texts (tenant_id, language) where (valid_until is null);
alter table consent_texts enable row level security;
alter table consent_texts force row level security;
create policy own_tenant on consent_texts to countersign_app using (tenant_id = current_tenant());
grant select, insert, update (valid_until) on consent_texts to countersign_app;
