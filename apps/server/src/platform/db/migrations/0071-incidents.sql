-- Security incidents of an organization; they belong to its live tenant.
create table incidents (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  title text not null,
  description text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  status text not null default 'open' check (status in ('open', 'contained', 'closed')),
  affected_data text,
  affected_people integer,
  reporter_kind text not null,
  reporter_id text collate "C" not null,
  reported_at timestamptz(3) not null,
  -- The 72 hours of GDPR article 33 count from here.
  aware_at timestamptz(3) not null,
  authority_notified_at timestamptz(3),
  people_notified_at timestamptz(3),
  closed_at timestamptz(3),
  -- How many the timeline has.
  entries integer not null default 0,
  primary key (tenant_id, id)
);
alter table incidents enable row level security;
alter table incidents force row level security;
create policy own_tenant on incidents to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on incidents to countersign_app;

create table incident_entries (
  tenant_id text collate "C" not null,
  incident_id text collate "C" not null,
  n integer not null,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text collate "C" not null,
  -- Names of what was changed.
  changes text[] not null,
  note text,
  primary key (tenant_id, incident_id, n),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id)
);
alter table incident_entries enable row level security;
alter table incident_entries force row level security;
create policy own_tenant on incident_entries to countersign_app using (tenant_id = current_tenant());
grant select, insert on incident_entries to countersign_app;
