-- Logos that an organization had before: a certificate of completion that is made later carries the one of the day of completion (ADR 70).
create table former_logos (
  tenant_id text collate "C" not null references tenants (tenant_id),
  -- Of the picture; the entry of the completion names it.
  sha256 text collate "C" not null,
  width integer not null check ((width >= 1) and (width <= 360)),
  height integer not null check ((height >= 1) and (height <= 120)),
  -- Red, green and blue, deflated.
  rgb bytea not null,
  primary key (tenant_id, sha256)
);
alter table former_logos alter column rgb set storage external;
alter table former_logos enable row level security;
alter table former_logos force row level security;
create policy own_tenant on former_logos to countersign_app using (tenant_id = current_tenant());
grant select, insert on former_logos to countersign_app;
