-- What an administrator wants to know of attempts and changes that concern security (ADR 57): logins, refusals, blocked requests, keys, roles,
-- exports. What belongs to no organization belongs to the operator's. What comes in numbers is one row a minute with a count.
create table security_events (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  -- As `request.blocked`: what it happened to, and what happened.
  kind text not null,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  count integer not null check (count > 0),
  user_id text collate "C",
  -- The network of an address, as limits count it.
  address text,
  -- What it was about: a rule, a key, a role.
  subject text,
  details jsonb not null default '{}',
  -- Of what is counted: a hash of kind, subject, address and minute. Null for an event that is a row of its own.
  merge_key bytea,
  primary key (tenant_id, id)
);
create unique index security_events_merged on security_events (tenant_id, merge_key);
create index security_events_by_time on security_events (tenant_id, at desc, id);
create index security_events_by_age on security_events (at);
alter table security_events enable row level security;
alter table security_events force row level security;
create policy own_tenant on security_events to countersign_app using (tenant_id = current_tenant());
grant select, insert on security_events to countersign_app;
create policy auth_all on security_events to countersign_auth using (true) with check (true);
grant select, insert, update on security_events to countersign_auth;
create policy jobs_erase on security_events to countersign_jobs using (true);
grant select, delete on security_events to countersign_jobs;
