-- Statistics (ADR 60): figures are rolled up from the outbox in the background, never in a transaction that somebody waits for.

-- What has been counted of each document. A roll-up compares it with the document as it is and counts the difference, so that nothing
-- is counted twice, however often it looks. The row stays when the document is erased: it holds ids and times, and nobody's data.
create table statistics_documents (
  tenant_id text collate "C" not null references tenants (tenant_id),
  document_id text collate "C" not null,
  -- Whoever it belonged to when it was counted first: handing a document over does not change who sent it.
  owner_id text collate "C" not null,
  template_id text collate "C",
  -- Where it is now: its status, `deleted` in the trash, `erased` when it is gone.
  state text not null,
  -- What came of it: its status, or the one it was archived from.
  outcome text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- When it was completed, declined or voided, or expired.
  ended_at timestamptz(3),
  -- Of a count from scratch: rows of an earlier one are not in the figures.
  generation integer not null,
  primary key (tenant_id, document_id)
);
alter table statistics_documents enable row level security;
alter table statistics_documents force row level security;
create policy own_tenant on statistics_documents to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on statistics_documents to countersign_app;

-- How many documents there are now, by state.
create table statistics_states (
  tenant_id text collate "C" not null references tenants (tenant_id),
  -- 0 the organization, 1 a member, 2 a template.
  scope smallint not null,
  scope_id text collate "C" not null,
  state text not null,
  documents integer not null,
  primary key (tenant_id, scope, scope_id, state)
);
alter table statistics_states enable row level security;
alter table statistics_states force row level security;
create policy own_tenant on statistics_states to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on statistics_states to countersign_app;

-- What happened, by periods of UTC.
create table statistics_periods (
  tenant_id text collate "C" not null references tenants (tenant_id),
  scope smallint not null,
  scope_id text collate "C" not null,
  -- 0 a quarter of an hour, 1 an hour, 2 a day, 3 a month. All time zones of today begin their days on a quarter of an hour.
  grain smallint not null,
  at timestamptz(3) not null,
  created integer not null,
  sent integer not null,
  -- Of those sent in this period, how many have been completed since.
  sent_completed integer not null,
  completed integer not null,
  declined integer not null,
  voided integer not null,
  expired integer not null,
  -- How long those completed in this period took: a histogram, six bytes a class that is not empty.
  durations bytea not null,
  primary key (tenant_id, scope, scope_id, grain, at)
);
-- Which members and templates have figures in a range.
create index statistics_periods_by_time on statistics_periods (tenant_id, scope, grain, at) where (scope <> 0);
alter table statistics_periods enable row level security;
alter table statistics_periods force row level security;
create policy own_tenant on statistics_periods to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on statistics_periods to countersign_app;

-- How far a tenant has been counted. Written in one transaction with the counts.
create table statistics_positions (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  -- The last event that was looked at, in the order of the outbox.
  xid xid8 not null,
  event_id text collate "C" not null,
  generation integer not null default 1,
  -- Documents from before are counted by their ids, up to here; null when all are.
  counted_through text collate "C",
  documents_counted integer not null default 0,
  -- How many there were when it began, for the progress.
  documents_total integer not null,
  stored_files integer not null default 0,
  stored_bytes bigint not null default 0,
  stored_at timestamptz(3),
  -- How long it took to add up.
  stored_in interval not null default '0'
);
alter table statistics_positions enable row level security;
alter table statistics_positions force row level security;
create policy own_tenant on statistics_positions to countersign_app using (tenant_id = current_tenant());
create policy jobs_positions on statistics_positions for select to countersign_jobs using (true);
grant select, insert, update on statistics_positions to countersign_app;
grant select (tenant_id, xid, event_id, counted_through, stored_at) on statistics_positions to countersign_jobs;

-- Attempts at deliveries by the hour, counted by the worker as it writes how they went: deliveries themselves are erased after a month.
create table statistics_webhooks (
  tenant_id text collate "C" not null references tenants (tenant_id),
  endpoint_id text collate "C" not null,
  hour timestamptz(3) not null,
  delivered integer not null,
  failed integer not null,
  -- Deliveries given up after their last attempt.
  dead integer not null,
  primary key (tenant_id, endpoint_id, hour)
);
create index statistics_webhooks_by_hour on statistics_webhooks (tenant_id, hour);
alter table statistics_webhooks enable row level security;
alter table statistics_webhooks force row level security;
create policy own_tenant on statistics_webhooks to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on statistics_webhooks to countersign_app;

-- Requests with API keys by the hour, of all keys together: by key they are kept for 40 days.
create table statistics_api (
  tenant_id text collate "C" not null references tenants (tenant_id),
  hour timestamptz(3) not null,
  requests bigint not null,
  refused bigint not null,
  primary key (tenant_id, hour)
);
alter table statistics_api enable row level security;
alter table statistics_api force row level security;
create policy own_tenant on statistics_api to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on statistics_api to countersign_app;

-- What there is of both from before. Row security would hide it from this migration and is set aside for as long.
do $$
declare
  read constant text[] := array['webhook_deliveries', 'webhook_attempts', 'api_key_usage', 'statistics_webhooks', 'statistics_api'];
  name text;
begin
  foreach name in array read loop execute format('alter table %I no force row level security', name); end loop;
  insert into statistics_webhooks (tenant_id, endpoint_id, hour, delivered, failed, dead)
    select d.tenant_id, d.endpoint_id, date_trunc('hour', a.at, 'UTC'),
      count(*) filter (where a.n = d.attempts and d.state = 'delivered'),
      count(*) filter (where not (a.n = d.attempts and d.state = 'delivered')),
      count(*) filter (where a.n = d.attempts and d.state in ('dead', 'discarded'))
    from webhook_attempts a join webhook_deliveries d on d.tenant_id = a.tenant_id and d.id = a.delivery_id
    where not d.is_test group by 1, 2, 3;
  insert into statistics_api (tenant_id, hour, requests, refused)
    select tenant_id, hour, sum(requests), sum(refused) from api_key_usage group by 1, 2;
  foreach name in array read loop execute format('alter table %I force row level security', name); end loop;
end $$;
