-- The newest mail to the signer was refused for good; null: nothing is known against the address.
alter table signers add column delivery text check (delivery = 'bounced');

-- The queue to each address: when the latest mails to it went out or will, as many as an hour may hold. The address is a hash,
-- so whoever reads this learns none.
create table mail_places (
  tenant_id text collate "C" not null references tenants (tenant_id),
  recipient bytea not null,
  places timestamptz(3)[] not null,
  primary key (tenant_id, recipient)
);
alter table mail_places enable row level security;
alter table mail_places force row level security;
create policy own_tenant on mail_places to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on mail_places to countersign_app;
-- What is older than an hour holds nobody up.
create policy jobs_old on mail_places to countersign_jobs using (places[cardinality(places)] < now() - interval '1 day');
grant select, delete on mail_places to countersign_jobs;

-- The language that a member of the organization reads.
grant select (locale) on users to countersign_app;
