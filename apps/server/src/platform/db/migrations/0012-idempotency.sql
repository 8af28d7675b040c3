-- Answers to requests that carry an Idempotency-Key (decisions §7). A row is written before the work begins (state `running`,
-- under a lease, so that a process that died frees it) and becomes `done` in the transaction that does the work.
-- Requests of nobody in particular (registration) belong to the tenant `public`, which is no row of `tenants`.
create table kept_answers (
  tenant_id text collate "C" not null,
  -- SHA-256 over who asks, for what, and the key itself, which is never stored.
  key_hash bytea not null,
  state text not null check (state in ('running', 'done')),
  claim text collate "C" not null,
  lease_until timestamptz(3) not null,
  fingerprint bytea,
  -- Status, body and cookie, sealed under a key made from the Idempotency-Key: only who holds it can read them again.
  answer_sealed bytea,
  created_at timestamptz(3) not null,
  primary key (tenant_id, key_hash)
);
create index kept_answers_by_age on kept_answers (tenant_id, created_at);

alter table kept_answers enable row level security;
alter table kept_answers force row level security;
create policy own_tenant on kept_answers to countersign_app using (tenant_id = current_tenant());
create policy auth_public on kept_answers to countersign_auth using (tenant_id = 'public') with check (tenant_id = 'public');
grant select, insert, update, delete on kept_answers to countersign_app, countersign_auth;
