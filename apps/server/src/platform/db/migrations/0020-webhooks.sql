-- Webhooks: endpoints, their deliveries, and what a worker needs to serve each endpoint by itself (ADR 30).

-- Events of a document are counted, so that a receiver can put them in order and see that none is missing. The count is kept with the
-- head of the audit chain, which every event of a document holds locked anyway.
alter table outbox add column sequence integer;
alter table audit_streams add column events integer not null default 0;
alter table outbox no force row level security;
alter table audit_streams no force row level security;
update outbox o set sequence = c.n
  from (select tenant_id, id, row_number() over (partition by tenant_id, document_id order by id) as n from outbox where document_id is not null) c
  where c.tenant_id = o.tenant_id and c.id = o.id;
update audit_streams s set events = c.n
  from (select tenant_id, document_id, count(*) as n from outbox where document_id is not null group by 1, 2) c
  where c.tenant_id = s.tenant_id and c.document_id = s.stream;
alter table outbox force row level security;
alter table audit_streams force row level security;

create table webhook_endpoints (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  url text not null,
  description text,
  -- Kinds of events, or '*' alone.
  events text[] not null,
  payload_shape text not null check (payload_shape in ('A', 'B', 'C')),
  active boolean not null,
  disabled_reason text check (disabled_reason in ('paused', 'gone', 'failing')),
  -- The first failure since the last success.
  failing_since timestamptz(3),
  secret_sealed bytea not null,
  -- The secret before the last rotation, while it counts as well.
  previous_secret_sealed bytea,
  previous_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, id)
);

-- Events that some endpoint of the tenant wants, until deliveries were made of them: one small row with the event's commit.
create table webhook_pending (
  tenant_id text collate "C" not null references tenants (tenant_id),
  event_id text collate "C" not null,
  primary key (tenant_id, event_id)
);
create index webhook_pending_in_order on webhook_pending (event_id);

-- One event on its way to one endpoint.
create table webhook_deliveries (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  kind text not null,
  document_id text collate "C",
  sequence integer,
  -- Kept here, so that a repeat is the same body whatever is changed about the endpoint.
  payload_shape text not null,
  is_test boolean not null default false,
  -- Of tests alone: everything else is in the outbox.
  test_data jsonb,
  event_at timestamptz(3) not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'dead', 'failed', 'discarded')),
  -- Attempts altogether, and those since the delivery began or was asked for again, which is when `first_at` was.
  attempts integer not null default 0,
  tries integer not null default 0,
  first_at timestamptz(3),
  run_at timestamptz(3) not null,
  last_status integer,
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id)
);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, run_at, sequence, id) where state = 'pending';
create index webhook_deliveries_log on webhook_deliveries (tenant_id, endpoint_id, id);
create index webhook_deliveries_dead on webhook_deliveries (tenant_id, id) where state = 'dead';
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

create table webhook_attempts (
  tenant_id text collate "C" not null,
  delivery_id text collate "C" not null,
  n integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  url text not null,
  status integer,
  error text,
  response text,
  primary key (tenant_id, delivery_id, n),
  foreign key (tenant_id, delivery_id) references webhook_deliveries (tenant_id, id) on delete cascade
);

-- What workers claim: an endpoint with something due. Apart from the endpoint, because it changes all the time.
create table webhook_lanes (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  -- When its next delivery is due; null: nothing waits.
  next_at timestamptz(3),
  worker text,
  lease_until timestamptz(3),
  primary key (tenant_id, endpoint_id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id)
);
create index webhook_lanes_due on webhook_lanes (next_at) where next_at is not null;
create index webhook_lanes_leased on webhook_lanes (worker) where worker is not null;

-- First statistics, as in 0001: without them the planner takes any index that begins with the tenant.
alter table tenants no force row level security;
do $$
declare
  t constant text := 'ten_statistics';
  n constant timestamptz := now();
begin
  insert into tenants values (t, 'org_x', 'live', n);
  insert into webhook_endpoints select t, 'whk_' || i, 'https://example.com/' || i, null, '{*}', 'A', true, null, null, '', null, null, n, n, null
    from generate_series(1, 100) i;
  insert into webhook_lanes select t, 'whk_' || i, case when i % 10 = 0 then n end, null, null from generate_series(1, 100) i;
  insert into webhook_pending select t, 'evt_' || i from generate_series(1, 1000) i;
  insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, kind, document_id, sequence, payload_shape, event_at, state, run_at, created_at)
    select t, 'dlv_' || i, 'whk_' || (i % 100 + 1), 'evt_' || i, 'document.sent', 'doc_' || (i % 500), i % 9, 'A', n,
      (array['delivered', 'delivered', 'delivered', 'pending', 'dead'])[i % 5 + 1], n + i * interval '1 minute', n - i * interval '1 minute'
    from generate_series(1, 10000) i;
  insert into webhook_attempts select t, 'dlv_' || i, 1, n, 1, 'https://example.com', 200, null, null from generate_series(1, 10000) i;
  analyze webhook_endpoints, webhook_lanes, webhook_pending, webhook_deliveries, webhook_attempts;
  truncate webhook_endpoints, webhook_lanes, webhook_pending, webhook_deliveries, webhook_attempts;
  delete from tenants where tenant_id = t;
end $$;
alter table tenants force row level security;

do $$
declare t text;
begin
  foreach t in array array['webhook_endpoints', 'webhook_pending', 'webhook_deliveries', 'webhook_attempts', 'webhook_lanes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_tenant on %I to countersign_app using (tenant_id = current_tenant())', t);
    execute format('create policy jobs_all on %I to countersign_jobs using (true) with check (true)', t);
  end loop;
end $$;
create policy jobs_events on outbox for select to countersign_jobs using (true);

grant select, insert, update on webhook_endpoints, webhook_deliveries, webhook_lanes to countersign_app;
grant select, insert on webhook_pending, webhook_attempts to countersign_app;
-- Workers make deliveries across tenants: they see which event goes where, and neither what is in it nor an address or secret.
grant select (tenant_id, id, kind, document_id, sequence, created_at) on outbox to countersign_jobs;
grant select (tenant_id, id, events, payload_shape, active, deleted_at) on webhook_endpoints to countersign_jobs;
-- Locking a row takes the right to update it.
grant select, update, delete on webhook_pending to countersign_jobs;
grant select, update on webhook_lanes to countersign_jobs;
grant insert, select (tenant_id, id, created_at, state, endpoint_id), delete on webhook_deliveries to countersign_jobs;
