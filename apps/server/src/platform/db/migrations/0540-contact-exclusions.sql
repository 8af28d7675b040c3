-- Recipients who are no longer suggested to a member (an empty owner: to any member). Only documents sent later suggest them again.
-- The hash is the SHA-256 of the address in its compared form; empty: of every recipient.
create table contact_exclusions (
  tenant_id text collate "C" not null references tenants (tenant_id) on delete cascade,
  owner_id text collate "C" not null,
  email_hash bytea not null,
  until timestamptz(3) not null,
  primary key (tenant_id, owner_id, email_hash)
);
alter table contact_exclusions enable row level security;
alter table contact_exclusions force row level security;
create policy own_tenant on contact_exclusions to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on contact_exclusions to countersign_app;
