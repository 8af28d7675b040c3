-- Invoices name both sides and their tax. Their numbers follow one another for all organizations: the seller is one.

-- To whom an organization's invoices are addressed; without a row they bear the organization's name alone.
create table billing_details (
  tenant_id text collate "C" not null references tenants (tenant_id),
  name text not null,
  address text not null,
  vat_id text,
  updated_at timestamptz(3) not null,
  primary key (tenant_id)
);
alter table billing_details enable row level security;
alter table billing_details force row level security;
create policy own_tenant on billing_details to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on billing_details to countersign_app;

-- One row. A sequence would leave a gap where a transaction is rolled back.
create table invoice_numbers (
  is_only boolean primary key default true check (is_only),
  last integer not null
);
alter table invoice_numbers enable row level security;
alter table invoice_numbers force row level security;
create policy auth_all on invoice_numbers to countersign_auth using (true) with check (true);
grant select, update on invoice_numbers to countersign_auth;
insert into invoice_numbers (last) select coalesce(max(number), 0) from invoices;

-- Invoices from before have neither side's address, no tax, and are in English.
alter table invoices
  add column language text not null default 'en',
  -- {lines: [text], vat_id}
  add column seller jsonb,
  -- {name, address, vat_id}
  add column buyer jsonb,
  add column vat_percent numeric(5, 2) not null default 0,
  add column vat_cents integer not null default 0,
  -- The recipient owes the tax.
  add column is_reverse_charge boolean not null default false;
