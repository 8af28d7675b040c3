-- In-person signing (ADR 35): a host hands a device to the signer. The session's credential is stored as its hash.
create table in_person_sessions (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  token_hash bytea not null,
  document_id text collate "C" not null,
  signer_id text collate "C" not null,
  -- Of the signer when the session began: a correction or a new link ends it.
  link_generation integer not null,
  host_kind text not null check (host_kind in ('user', 'api-key', 'service')),
  host_id text collate "C" not null,
  -- As it was called then.
  host_name text not null,
  -- argon2id; null: no code is asked for.
  access_code_hash text,
  -- Counted before a code is checked, so that guesses at once are no more than guesses in turn.
  access_failures integer not null default 0,
  verified_at timestamptz(3),
  ended_at timestamptz(3),
  ended_by text check (ended_by in ('signed', 'host', 'another')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index in_person_sessions_by_document on in_person_sessions (tenant_id, document_id, id);
-- A signer stands before one device.
create unique index in_person_sessions_open on in_person_sessions (tenant_id, signer_id) where ended_at is null;

alter table in_person_sessions enable row level security;
alter table in_person_sessions force row level security;
create policy own_tenant on in_person_sessions to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on in_person_sessions to countersign_app;
-- What happened stays in the audit trail; the row is of use to nobody a month on.
create policy jobs_old on in_person_sessions to countersign_jobs using (expires_at < now() - interval '30 days');
grant select (tenant_id, id, expires_at), delete on in_person_sessions to countersign_jobs;
