-- The logo that documents of an organization carry, in each of its tenants: as the picture that is shown, and as the samples that go
-- into a PDF, so that no document waits for a picture to be decoded.
create table organization_logos (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  png bytea not null check (octet_length(png) <= 204800),
  width integer not null check (width between 1 and 360),
  height integer not null check (height between 1 and 120),
  -- Red, green and blue, deflated.
  rgb bytea not null,
  -- Of the picture, for whoever keeps it.
  sha256 text collate "C" not null,
  changed_at timestamptz(3) not null
);
alter table organization_logos alter column png set storage external;
alter table organization_logos alter column rgb set storage external;
alter table organization_logos enable row level security;
alter table organization_logos force row level security;
create policy own_tenant on organization_logos to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on organization_logos to countersign_app;
