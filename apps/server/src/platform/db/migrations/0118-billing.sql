-- What an organization has subscribed to; it belongs to its live tenant. Without a row the plan is the one that the installation gave it.
-- `organizations.plan` is what is in effect: this plan, or the free one while it is unpaid for longer than the grace period.
create table subscriptions (
  tenant_id text collate "C" not null references tenants (tenant_id),
  provider text not null check (provider in ('built-in', 'stripe')),
  -- Absent until a checkout is completed.
  plan text check (plan in ('small-team', 'medium-team', 'large-team', 'enterprise')),
  billing_interval text check (billing_interval in ('month', 'year')),
  state text not null check (state in ('none', 'active', 'past-due', 'ended')),
  period_start timestamptz(3),
  period_end timestamptz(3),
  -- What follows at the end of the period: 'free' is a cancellation.
  next_plan text check (next_plan in ('free', 'small-team', 'medium-team', 'large-team', 'enterprise')),
  next_interval text check (next_interval in ('month', 'year')),
  unpaid_since timestamptz(3),
  -- How far the mails about an unpaid invoice have come.
  notice integer not null default 0,
  -- The provider's names for the customer, the subscription and a checkout that was begun.
  customer_id text collate "C",
  subscription_ref text collate "C",
  checkout_ref text collate "C",
  -- Whoever changes it at the provider has it for themselves until then.
  busy_until timestamptz(3),
  -- Grows with every write: what was read from the provider before another write is read again.
  version integer not null default 0,
  -- When there is something to do by the clock: a renewal, a notice, another look at the provider.
  due_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (tenant_id)
);
create index subscriptions_by_customer on subscriptions (customer_id);
create index subscriptions_due on subscriptions (due_at);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy own_tenant on subscriptions to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on subscriptions to countersign_app;
-- Events of a payment provider name a customer.
create policy auth_find on subscriptions for select to countersign_auth using (true);
grant select (tenant_id, customer_id) on subscriptions to countersign_auth;
create policy jobs_due on subscriptions for select to countersign_jobs using (true);
grant select (tenant_id, due_at) on subscriptions to countersign_jobs;

-- Invoices of the built-in provider, as they were issued: nothing of one is ever changed.
create table invoices (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  number integer not null,
  organization text not null,
  issued_at timestamptz(3) not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  currency text not null,
  -- {plan, interval, kind: 'charge' or 'credit', from, until, cents}
  lines jsonb not null,
  total_cents integer not null,
  primary key (tenant_id, id),
  unique (tenant_id, number)
);
alter table invoices enable row level security;
alter table invoices force row level security;
create policy own_tenant on invoices to countersign_app using (tenant_id = current_tenant());
grant select, insert on invoices to countersign_app;

-- What is no longer counted from its source after a while: the most seats of a month, and requests with API keys.
create table usage_months (
  tenant_id text collate "C" not null references tenants (tenant_id),
  month date not null,
  seats integer not null default 0,
  requests bigint not null default 0,
  refused bigint not null default 0,
  primary key (tenant_id, month)
);
alter table usage_months enable row level security;
alter table usage_months force row level security;
create policy own_tenant on usage_months to countersign_app using (tenant_id = current_tenant());
grant select on usage_months to countersign_app;
create policy jobs_count on usage_months to countersign_jobs using (true) with check (true);
grant select, insert, update on usage_months to countersign_jobs;
create policy jobs_count on memberships for select to countersign_jobs using (true);
grant select (tenant_id, deactivated_at) on memberships to countersign_jobs;
