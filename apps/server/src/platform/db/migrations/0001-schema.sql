-- The schema as of 0.1.0: what came before was folded into it. From here on migrations are only added (docs/api/releases).
-- Each table stands with its indexes, its policies and what each role may do with it:
--   countersign_app     acts in one tenant, whose rows it sees and no others;
--   countersign_auth    logins, set-up, and which certificates were issued: no tenant;
--   countersign_jobs    claims what is due across tenants, then acts as app inside the tenant of the job;
--   countersign_search, countersign_erase   own the functions below and are nobody's login.
-- Row security holds for the owner of a table too.

-- Roles of the application. They own nothing, cannot log in and cannot bypass row security; the server's login takes
-- one of them on for each transaction. Roles live in the cluster, so another database may have made them already.
do $$
declare role_name text;
begin
  foreach role_name in array array['countersign_app', 'countersign_auth', 'countersign_jobs'] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to %I', role_name, current_user);
  end loop;
end $$;

grant usage on schema public to countersign_app, countersign_auth, countersign_jobs;
revoke create on schema public from public;

-- The tenant of the present transaction; '' and unset see nothing.
create function current_tenant() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant', true), '') $$;

-- ------------------------------------------------------------------ functions with rights of their own
-- Their owners can do what the functions do and nothing else, and nobody logs in as them. Every function holds the tenant itself.
do $$
declare role_name text;
begin
  foreach role_name in array array['countersign_search', 'countersign_erase'] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then null;
    end;
    -- Only to hand the functions over, below.
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to %I', role_name, current_user);
    end if;
  end loop;
end $$;
grant usage on schema public to countersign_search, countersign_erase;

-- Under row security an operator that might leak what it is given (contains, like) is not let near the rows before the policy
-- has been checked, so no index of it is used. search_documents, below, reads past the policy by these keys.
-- Every one, two and three letters in a row, so that a search of any length and script has a key; and each tag behind a sign
-- that titles cannot hold. All begin with the tenant: nobody's search reads another tenant's part of the index.
create function search_keys(tenant text, folded text, tags text[]) returns text[]
  language sql immutable parallel safe
  return (select coalesce(array_agg(distinct key), '{}') from (
    select tenant || substr(folded, start, size) as key
      from generate_series(1, 3) size, generate_series(1, length(folded) - size + 1) start
    union all select tenant || chr(1) || tag from unnest(tags) tag) keys);

-- The keys that a match has to have.
create function wanted_keys(tenant text, search text, tag text) returns text[]
  language sql immutable parallel safe
  return (select array_agg(distinct key) from (
    select tenant || substr(search, start, least(length(search), 3)) as key
      from generate_series(1, greatest(length(search) - 2, 1)) start where search is not null
    union all select tenant || chr(1) || tag where tag is not null) keys);

-- ------------------------------------------------------------------ tables
-- One row: what this installation is. Secrets in it are sealed with the master key.
create table installation (
  id boolean primary key default true check (id),
  origin text not null,
  setup_token_hash bytea,
  link_key_sealed bytea not null,
  created_at timestamptz(3) not null
);
alter table installation enable row level security;
alter table installation force row level security;
-- Logins, set-up and the installation's own secrets.
create policy auth_all on installation to countersign_auth using (true) with check (true);
grant select, insert, update on installation to countersign_auth;

create table authorities (
  environment text not null check (environment in ('live', 'sandbox')),
  kind text not null check (kind in ('root', 'issuing', 'timestamp', 'ocsp')),
  certificate bytea not null,
  key_sealed bytea,
  created_at timestamptz(3) not null,
  -- Authorities come in generations: the newest issues, the others stay for what they issued. A key may be elsewhere (the
  -- operator's own CA) or offline (the root), and then leaves its last revocation list behind.
  generation integer not null default 1 check (generation >= 1),
  -- Certificates above an operator's CA, issuer first; those of our own are rows of this table.
  chain bytea[] not null default '{}',
  crl bytea,
  primary key (environment, kind, generation)
);
alter table authorities enable row level security;
alter table authorities force row level security;
create policy auth_all on authorities to countersign_auth using (true) with check (true);
grant select, insert, update (key_sealed, crl) on authorities to countersign_auth;

create table users (
  id text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null unique,
  name text not null,
  password_hash text,
  created_at timestamptz(3) not null,
  -- Mail reached the person at this address: what only its holder may do (signing by session) rests on it.
  email_verified_at timestamptz(3),
  locale text,
  time_zone text,
  signature jsonb,
  last_login_at timestamptz(3),
  -- Where the next login leads; the person may have left it since.
  last_tenant_id text collate "C",
  -- Since when a password alone logs nobody in; null without a second factor. Kept with every change of the tables below, under
  -- the lock of this row, so that a login learns it with the person and costs the same statements for everybody.
  two_factor_since timestamptz(3),
  -- Bearers of visits to documents, made for an account before this moment, count no longer.
  evicted_at timestamptz(3)
);
alter table users enable row level security;
alter table users force row level security;
create policy auth_all on users to countersign_auth using (true) with check (true);
grant select (id, email, email_key, name, created_at, email_verified_at, locale, time_zone, last_login_at, two_factor_since) on
  users to countersign_app;
grant select, insert, update on users to countersign_auth;

create table sessions (
  token_hash bytea primary key,
  user_id text collate "C" not null references users (id),
  tenant_id text collate "C" not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- What a list of sessions names; the token's hash never leaves the database.
  id text collate "C" not null,
  method text not null check (method in ('password', 'passkey', 'saml', 'oidc')),
  -- When the person last proved who they are in this session; what is sensitive asks for that to be recent.
  proved_at timestamptz(3),
  address text not null default '',
  user_agent text not null default '',
  -- What the person proved beside the password when this session began, or in it. An organization that requires a second factor
  -- judges by it at every request.
  second_factor text check (second_factor in ('totp', 'recovery-code', 'passkey', 'identity-provider'))
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);
create unique index sessions_by_id on sessions (id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy auth_all on sessions to countersign_auth using (true) with check (true);
grant select, insert, update, delete on sessions to countersign_auth;

-- A tenant is an organization in one environment; what belongs to the organization as such is in its live tenant.
create table tenants (
  tenant_id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null check (environment in ('live', 'sandbox')),
  created_at timestamptz(3) not null,
  -- Test clock of a sandbox: what is due comes nearer; how far it was moved altogether.
  clock_advanced_seconds bigint not null default 0,
  unique (tenant_id, organization_id)
);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy auth_all on tenants to countersign_auth using (true) with check (true);
create policy erase_own on tenants for select to countersign_erase using (tenant_id = current_tenant());
create policy jobs_tenant_ids on tenants for select to countersign_jobs using (true);
create policy own_tenant on tenants to countersign_app using (tenant_id = current_tenant());
grant select, update (clock_advanced_seconds) on tenants to countersign_app;
grant select, insert on tenants to countersign_auth;
grant select (tenant_id, organization_id) on tenants to countersign_erase;
grant select (tenant_id) on tenants to countersign_jobs;

create table organizations (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  name text not null,
  plan text not null default 'enterprise' check (plan in ('free', 'small-team', 'medium-team', 'large-team', 'enterprise')),
  settings jsonb not null default '{}',
  is_operator boolean not null default false,
  created_at timestamptz(3) not null,
  delete_requested_at timestamptz(3),
  delete_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Since when the organization requires a second factor; of its live tenant alone. Keys whose makers have none end a week after.
  two_factor_required_at timestamptz(3),
  primary key (tenant_id, id)
);
alter table organizations enable row level security;
alter table organizations force row level security;
create policy auth_all on organizations to countersign_auth using (true) with check (true);
create policy own_tenant on organizations to countersign_app using (tenant_id = current_tenant());
grant select, update (name, settings, delete_requested_at, delete_at, deleted_at, two_factor_required_at) on organizations to
  countersign_app;
grant select, insert on organizations to countersign_auth;

create table memberships (
  tenant_id text collate "C" not null references tenants (tenant_id),
  user_id text collate "C" not null references users (id),
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
create index memberships_by_user on memberships (user_id);
alter table memberships enable row level security;
alter table memberships force row level security;
grant select, delete, update (role) on memberships to countersign_app;
grant select, insert on memberships to countersign_auth;

create table api_keys (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  name text not null,
  hash bytea not null,
  display text not null,
  scopes text[] not null,
  rate_limit integer,
  created_by text collate "C" not null references users (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Rotation of API keys: the value before the last rotation works on for a while.
  rotated_at timestamptz(3),
  previous_hash bytea,
  previous_until timestamptz(3),
  -- Who was shown the present value last; a key that rotates itself shows it to nobody new.
  issued_to text collate "C" not null,
  -- Who was shown the present value last; a key that rotates itself shows it to nobody new.
  issued_at timestamptz(3) not null,
  primary key (tenant_id, id),
  unique (tenant_id, hash)
);
create unique index api_keys_by_previous_hash on api_keys (tenant_id, previous_hash) where (previous_hash is not null);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy own_tenant on api_keys to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on api_keys to countersign_app;

-- The organization's seal: it certifies documents at send.
create table seals (
  tenant_id text collate "C" not null references tenants (tenant_id),
  serial text collate "C" not null,
  certificate bytea not null,
  key_sealed bytea,
  created_at timestamptz(3) not null,
  -- The same for seals: signatures of an earlier one are in documents that are still out.
  generation integer not null default 1 check (generation >= 1),
  -- Certificates above it, issuer first, where they are not in `authorities`.
  chain bytea[] not null default '{}',
  primary key (tenant_id, generation)
);
alter table seals enable row level security;
alter table seals force row level security;
create policy auth_serials on seals for select to countersign_auth using (true);
create policy own_tenant on seals to countersign_app using (tenant_id = current_tenant());
grant select, insert on seals to countersign_app;
grant select (serial) on seals to countersign_auth;

-- Every certificate issued to a signer, so that it can be revoked and shown.
create table certificates (
  tenant_id text collate "C" not null references tenants (tenant_id),
  serial text collate "C" not null,
  document_id text collate "C" not null,
  signer_id text collate "C" not null,
  certificate bytea not null,
  issued_at timestamptz(3) not null,
  primary key (tenant_id, serial)
);
-- For the OCSP responder, which is asked about a serial number and knows no tenant.
create index certificates_by_serial on certificates (serial);
alter table certificates enable row level security;
alter table certificates force row level security;
-- The OCSP responder sees that a serial number was issued, and nothing else about it.
create policy auth_serials on certificates for select to countersign_auth using (true);
create policy own_tenant on certificates to countersign_app using (tenant_id = current_tenant());
grant select, insert on certificates to countersign_app;
grant select (serial) on certificates to countersign_auth;

create table blobs (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  size_bytes bigint not null,
  sha256 text collate "C" not null,
  created_at timestamptz(3) not null,
  -- When its last document was erased; the file goes next, and this row last.
  unused_since timestamptz(3),
  primary key (tenant_id, id)
);
create index blobs_unused on blobs (unused_since, tenant_id, id) where (unused_since is not null);
alter table blobs enable row level security;
alter table blobs force row level security;
create policy erase_own on blobs to countersign_erase using (tenant_id = current_tenant());
-- The scrub reads every file, and files without a row are recognized by what rows there are.
create policy jobs_files on blobs for select to countersign_jobs using (true);
create policy jobs_unused on blobs for select to countersign_jobs using (unused_since is not null);
create policy own_tenant on blobs to countersign_app using (tenant_id = current_tenant());
grant select, insert on blobs to countersign_app;
grant select, delete, update (unused_since) on blobs to countersign_erase;
grant select (tenant_id, id, size_bytes, sha256, unused_since) on blobs to countersign_jobs;

create table audit_streams (
  tenant_id text collate "C" not null references tenants (tenant_id),
  stream text collate "C" not null,
  n integer not null,
  hash text collate "C" not null,
  at timestamptz(3) not null,
  events integer not null default 0,
  primary key (tenant_id, stream)
);
alter table audit_streams enable row level security;
alter table audit_streams force row level security;
create policy own_tenant on audit_streams to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on audit_streams to countersign_app;

create table audit_entries (
  tenant_id text collate "C" not null,
  stream text collate "C" not null,
  n integer not null,
  id text collate "C" not null,
  at timestamptz(3) not null,
  hash text collate "C" not null,
  bytes bytea not null,
  primary key (tenant_id, stream, n),
  foreign key (tenant_id, stream) references audit_streams (tenant_id, stream)
);
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy own_tenant on audit_entries to countersign_app using (tenant_id = current_tenant());
grant select, insert on audit_entries to countersign_app;

-- Personal data behind an entry's commitment, sealed by a key per person: erasing that key erases the data.
create table person_keys (
  tenant_id text collate "C" not null references tenants (tenant_id),
  person_id text collate "C" not null,
  key_sealed bytea not null,
  primary key (tenant_id, person_id)
);
alter table person_keys enable row level security;
alter table person_keys force row level security;
create policy own_tenant on person_keys to countersign_app using (tenant_id = current_tenant());
grant select, insert on person_keys to countersign_app;

create table audit_personal (
  tenant_id text collate "C" not null,
  entry_id text collate "C" not null,
  person_id text collate "C" not null,
  sealed bytea not null,
  primary key (tenant_id, entry_id)
);
alter table audit_personal enable row level security;
alter table audit_personal force row level security;
create policy own_tenant on audit_personal to countersign_app using (tenant_id = current_tenant());
grant select, insert on audit_personal to countersign_app;

create table outbox (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  kind text not null,
  document_id text collate "C",
  data jsonb not null,
  created_at timestamptz(3) not null,
  -- Events of a document are counted, so that a receiver can put them in order and see that none is missing. The count is kept with the
  -- head of the audit chain, which every event of a document holds locked anyway.
  sequence integer,
  -- Events in the order in which they can be seen: a transaction that began earlier and is committed later must not slip in behind what a
  -- reader has read already. Every transaction below pg_snapshot_xmin has ended, so up to there the order is final.
  xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create index outbox_by_document on outbox (tenant_id, document_id, id);
create index outbox_in_order on outbox (tenant_id, xid);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy jobs_events on outbox for select to countersign_jobs using (true);
create policy own_tenant on outbox to countersign_app using (tenant_id = current_tenant());
grant select, insert on outbox to countersign_app;
grant select (tenant_id, id, kind, document_id, created_at, sequence, xid) on outbox to countersign_jobs;

create table jobs (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  kind text not null,
  lane text not null,
  -- One live job a key: a second request for the same work is the same job.
  unique_key text collate "C",
  payload jsonb not null,
  state text not null default 'ready' check (state in ('ready', 'running', 'dead')),
  attempt integer not null default 0,
  run_at timestamptz(3) not null,
  lease_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index jobs_ready on jobs (lane, run_at, id) where (state = 'ready');
create index jobs_leased on jobs (lease_until) where (state = 'running');
create unique index jobs_unique on jobs (tenant_id, kind, unique_key) where ((state <> 'dead') and (unique_key is not null));
alter table jobs enable row level security;
alter table jobs force row level security;
-- Workers claim across tenants, then act as `app` inside the tenant of the job.
create policy jobs_all on jobs to countersign_jobs using (true) with check (true);
create policy own_tenant on jobs to countersign_app using (tenant_id = current_tenant());
grant select, insert, delete, update (run_at) on jobs to countersign_app;
grant select, update, delete on jobs to countersign_jobs;

create table mails (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  message_id text not null,
  kind text not null,
  from_address text not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  unique (tenant_id, message_id)
);
alter table mails enable row level security;
alter table mails force row level security;
create policy own_tenant on mails to countersign_app using (tenant_id = current_tenant());
grant select, insert on mails to countersign_app;

-- Time-stamping units that followed the first one, which stands in `authorities`: a unit stamps for two years, its certificate
-- lasts longer. Global, like the authorities themselves.
create table timestamp_units (
  environment text not null check (environment in ('live', 'sandbox')),
  serial text collate "C" not null,
  certificate bytea not null,
  key_sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (environment, serial)
);
alter table timestamp_units enable row level security;
alter table timestamp_units force row level security;
create policy auth_all on timestamp_units to countersign_auth using (true) with check (true);
grant select, insert on timestamp_units to countersign_auth;

-- Certificates of signers that count no longer (RFC 5280 §5.3): history, so rows are added and never changed. A revocation may be
-- dated back once more by a further row; the earliest date counts.
create table revocations (
  tenant_id text collate "C" not null references tenants (tenant_id),
  serial text collate "C" not null,
  -- In whole seconds, as certificates have them: CRL and OCSP answers say no more.
  revoked_at timestamp(0) with time zone not null,
  -- Key identifier of the issuing authority, hexadecimal: a revocation list holds the certificates of one issuer.
  issuer_key_id text collate "C" not null,
  reason text not null check (reason in ('unspecified', 'key_compromise', 'affiliation_changed', 'superseded', 'cessation', 'privilege_withdrawn')),
  note text,
  recorded_at timestamptz(3) not null,
  -- Tells whether a list that was made earlier still holds all there is.
  n bigint not null generated by default as identity,
  primary key (tenant_id, serial, revoked_at),
  foreign key (tenant_id, serial) references certificates (tenant_id, serial)
);
-- For the OCSP responder and the revocation list, which know no tenant.
create index revocations_by_serial on revocations (serial);
create index revocations_by_issuer on revocations (issuer_key_id, n);
alter table revocations enable row level security;
alter table revocations force row level security;
-- Revocations are public by their nature (the lists are served under /pki), why and where they were made is not.
create policy auth_revoked on revocations for select to countersign_auth using (true);
create policy own_tenant on revocations to countersign_app using (tenant_id = current_tenant());
grant select, insert on revocations to countersign_app;
grant select (serial, revoked_at, issuer_key_id, reason, n) on revocations to countersign_auth;

-- Roots that the operator trusts for signatures made elsewhere; they belong to the operator's organization, and count for everybody.
create table trust_anchors (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  name text not null,
  certificate bytea not null,
  -- SHA-256 of the certificate, hexadecimal.
  fingerprint text collate "C" not null,
  added_by text collate "C" not null references users (id),
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  unique (tenant_id, fingerprint)
);
alter table trust_anchors enable row level security;
alter table trust_anchors force row level security;
create policy auth_anchors on trust_anchors for select to countersign_auth using (true);
create policy own_tenant on trust_anchors to countersign_app using (tenant_id = current_tenant());
grant select, insert, delete on trust_anchors to countersign_app;
grant select (name, certificate) on trust_anchors to countersign_auth;

-- Whoever wants an account, until mail has proved the address: an account exists only from then on.
create table registrations (
  id text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  organization text not null,
  password_hash text not null,
  -- The browser that asked: only it, or the password, may finish it.
  device_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index registrations_by_email on registrations (email_key, created_at);
alter table registrations enable row level security;
alter table registrations force row level security;
create policy auth_all on registrations to countersign_auth using (true) with check (true);
grant select, insert, update, delete on registrations to countersign_auth;

-- Links in mails to people with an account; each works once. The link is an HMAC over the id, so nothing here opens anything.
create table email_tokens (
  id text collate "C" primary key,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'undo-email-change')),
  user_id text collate "C" not null references users (id),
  email text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- With `undo-email-change`: when the change was asked for. What the account made from then on ends with the undo.
  covers_from timestamptz(3)
);
create index email_tokens_by_user on email_tokens (user_id, purpose, created_at);
alter table email_tokens enable row level security;
alter table email_tokens force row level security;
create policy auth_all on email_tokens to countersign_auth using (true) with check (true);
grant select, insert, update, delete on email_tokens to countersign_auth;

-- Browsers in which somebody has logged in before.
create table known_devices (
  user_id text collate "C" not null references users (id),
  device_hash bytea not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (user_id, device_hash)
);
alter table known_devices enable row level security;
alter table known_devices force row level security;
create policy auth_all on known_devices to countersign_auth using (true) with check (true);
grant select, insert, update, delete on known_devices to countersign_auth;

-- Wrong passwords by account, device and network address. A bucket is a hash: whoever reads this learns no address.
create table login_attempts (
  bucket bytea primary key,
  failures integer not null,
  last_at timestamptz(3) not null,
  blocked_until timestamptz(3)
);
create index login_attempts_by_age on login_attempts (last_at);
alter table login_attempts enable row level security;
alter table login_attempts force row level security;
create policy auth_all on login_attempts to countersign_auth using (true) with check (true);
grant select, insert, update, delete on login_attempts to countersign_auth;

create table invitations (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  email text not null,
  email_key text collate "C" not null,
  name text,
  role text not null check (role in ('owner', 'admin', 'member')),
  invited_by text collate "C" not null references users (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Why the mail of an invitation to the organization did not arrive: the admins see it where they sent it.
  bounce_reason text,
  primary key (tenant_id, id)
);
-- One open invitation a person: asking again renews it.
create unique index invitations_open on invitations (tenant_id, email_key) where ((accepted_at is null) and (revoked_at is null));
alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_tenant on invitations to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on invitations to countersign_app;

-- Answers to requests that carry an Idempotency-Key (ADR 20). A row is written before the work begins (state `running`,
-- under a lease, so that a process that died frees it) and becomes `done` in the transaction that does the work.
-- Requests of nobody in particular (registration) belong to the tenant `public`, which is no row of `tenants`.
create table kept_answers (
  tenant_id text collate "C" not null,
  -- SHA-256 over who asks, for what, and the key itself, which is never stored.
  key_hash bytea not null,
  state text not null check (state in ('running', 'done')),
  claim text collate "C" not null,
  fingerprint bytea,
  -- Status, body and cookie, sealed under a key made from the Idempotency-Key: only who holds it can read them again.
  answer_sealed bytea,
  created_at timestamptz(3) not null,
  holder bigint,
  primary key (tenant_id, key_hash),
  constraint running_by_somebody check ((state = 'done') or (holder is not null))
);
create index kept_answers_by_age on kept_answers (tenant_id, created_at);
alter table kept_answers enable row level security;
alter table kept_answers force row level security;
create policy auth_public on kept_answers to countersign_auth using (tenant_id = 'public') with check (tenant_id = 'public');
create policy own_tenant on kept_answers to countersign_app using (tenant_id = current_tenant());
-- The sweeper of kept answers sees that a row is old, and nothing of what it holds.
create policy sweep_old on kept_answers to countersign_jobs using (created_at < (now() - '24:00:00'::interval));
grant select, insert, update, delete on kept_answers to countersign_app;
grant select, insert, update, delete on kept_answers to countersign_auth;
grant delete, select (tenant_id, created_at) on kept_answers to countersign_jobs;

-- Between a right password and the second factor. A table of its own: what is in here can never be taken for a session.
create table login_steps (
  token_hash bytea primary key,
  user_id text collate "C" not null references users (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index login_steps_by_age on login_steps (expires_at);
alter table login_steps enable row level security;
alter table login_steps force row level security;
create policy auth_all on login_steps to countersign_auth using (true) with check (true);
grant select, insert, update, delete on login_steps to countersign_auth;

create table totp_factors (
  user_id text collate "C" primary key references users (id),
  secret_sealed bytea not null,
  created_at timestamptz(3) not null,
  -- Null until a code from the app has shown that it holds the secret.
  confirmed_at timestamptz(3),
  -- The time step of the newest code taken (RFC 6238 §5.2): a code, and any older one, works once.
  last_step bigint not null default 0
);
alter table totp_factors enable row level security;
alter table totp_factors force row level security;
create policy auth_all on totp_factors to countersign_auth using (true) with check (true);
grant select, insert, update, delete on totp_factors to countersign_auth;

create table recovery_codes (
  user_id text collate "C" not null references users (id),
  -- SHA-256 over person and code; 80 random bits need no slow hash.
  code_hash bytea not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy auth_all on recovery_codes to countersign_auth using (true) with check (true);
grant select, insert, update, delete on recovery_codes to countersign_auth;

create table passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  credential_id bytea not null,
  -- COSE_Key (RFC 9052 §7).
  public_key bytea not null,
  -- Zero for those that do not count (most that are kept in a password manager).
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_user on passkeys (user_id, created_at);
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy auth_all on passkeys to countersign_auth using (true) with check (true);
grant select, insert, update, delete on passkeys to countersign_auth;

-- Each is answered once, for what it was made for, by whom it was made for (nobody in particular at a login).
create table webauthn_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'log-in', 'second-step', 'step-up')),
  user_id text collate "C" references users (id),
  expires_at timestamptz(3) not null
);
create index webauthn_challenges_by_age on webauthn_challenges (expires_at);
alter table webauthn_challenges enable row level security;
alter table webauthn_challenges force row level security;
create policy auth_all on webauthn_challenges to countersign_auth using (true) with check (true);
grant select, insert, update, delete on webauthn_challenges to countersign_auth;

create table single_sign_on (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  protocol text not null check (protocol in ('saml', 'oidc')),
  settings jsonb not null,
  -- Of OpenID Connect: the client secret.
  secret_sealed bytea,
  -- Grows whenever whom we believe changes (issuer, keys, addresses). What a person confirmed holds for what they confirmed.
  trust_generation integer not null default 1,
  updated_at timestamptz(3) not null,
  refused_at timestamptz(3),
  refused_reason text,
  refused_detail text,
  -- Whether whoever single sign-on made may set a password by mail: asked where a person belongs to several organizations.
  allow_passwords boolean not null default false
);
alter table single_sign_on enable row level security;
alter table single_sign_on force row level security;
-- Where a login page leads somebody by the domain of their address: that there is a provider, and of which kind.
create policy auth_protocol on single_sign_on for select to countersign_auth using (true);
create policy own_tenant on single_sign_on to countersign_app
  using (tenant_id = current_tenant())
  with check (tenant_id = current_tenant());
grant select, insert, update, delete on single_sign_on to countersign_app;
grant select (tenant_id, protocol, allow_passwords) on single_sign_on to countersign_auth;

create table organization_domains (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  domain text collate "C" not null,
  -- Stands in the TXT record: public, and worth nothing to anybody else.
  challenge text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id),
  unique (tenant_id, domain)
);
alter table organization_domains enable row level security;
alter table organization_domains force row level security;
create policy own_tenant on organization_domains to countersign_app
  using (tenant_id = current_tenant())
  with check (tenant_id = current_tenant());
grant select, insert, update, delete on organization_domains to countersign_app;

-- Whose a domain is: one organization's at a time. Global, because that is the point of it.
create table domain_owners (
  domain text collate "C" primary key,
  tenant_id text collate "C" not null references tenants (tenant_id),
  verified_at timestamptz(3) not null
);
create index domain_owners_by_tenant on domain_owners (tenant_id);
alter table domain_owners enable row level security;
alter table domain_owners force row level security;
create policy auth_all on domain_owners to countersign_auth using (true) with check (true);
create policy own_tenant on domain_owners for select to countersign_app using (tenant_id = current_tenant());
grant select on domain_owners to countersign_app;
grant select, insert, update, delete on domain_owners to countersign_auth;

-- Who somebody is to the identity provider. `trust_generation`: what the person confirmed; null where the domain speaks for them.
create table sso_links (
  tenant_id text collate "C" not null references tenants (tenant_id),
  user_id text collate "C" not null references users (id),
  provider text not null,
  subject text,
  trust_generation integer,
  created_at timestamptz(3) not null,
  last_login_at timestamptz(3) not null,
  -- What a provider calls a person is pinned: nothing but the person's own word replaces it. Where the settings name an attribute for
  -- it, that attribute is part of the name: the same text elsewhere is somebody else.
  subject_attribute text,
  primary key (tenant_id, user_id)
);
create unique index sso_links_by_subject on sso_links (tenant_id, provider, COALESCE(subject_attribute, ''), subject) where
  (subject is not null);
alter table sso_links enable row level security;
alter table sso_links force row level security;
create policy own_tenant on sso_links to countersign_app
  using (tenant_id = current_tenant())
  with check (tenant_id = current_tenant());
grant select, insert, update, delete on sso_links to countersign_app;

-- A login that waits for its person's own word, by a link in a mail.
create table sso_confirmations (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  role text not null check (role in ('admin', 'member')),
  method text not null check (method in ('saml', 'oidc')),
  provider text not null,
  subject text,
  trust_generation integer not null,
  is_multi_factor boolean not null,
  -- The browser that logged in: the link works in no other.
  device_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (tenant_id, id)
);
alter table sso_confirmations enable row level security;
alter table sso_confirmations force row level security;
create policy own_tenant on sso_confirmations to countersign_app
  using (tenant_id = current_tenant())
  with check (tenant_id = current_tenant());
grant select, insert, update, delete on sso_confirmations to countersign_app;

-- What works once: assertions and login attempts, until they would be refused as too old.
create table sso_used (
  tenant_id text collate "C" not null references tenants (tenant_id),
  used_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, used_hash)
);
alter table sso_used enable row level security;
alter table sso_used force row level security;
create policy own_tenant on sso_used to countersign_app
  using (tenant_id = current_tenant())
  with check (tenant_id = current_tenant());
grant select, insert, update, delete on sso_used to countersign_app;

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
  -- A user or a key.
  created_by text collate "C",
  -- Who set the address, or was shown the secret, last.
  set_by text collate "C",
  set_at timestamptz(3),
  primary key (tenant_id, id)
);
-- Of a webhook that was deleted, what was still waiting goes too.
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where (deleted_at is not null);
alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
create policy jobs_all on webhook_endpoints to countersign_jobs using (true) with check (true);
create policy own_tenant on webhook_endpoints to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on webhook_endpoints to countersign_app;
grant select (tenant_id, id, events, payload_shape, active, deleted_at) on webhook_endpoints to countersign_jobs;

-- Events that some endpoint of the tenant wants, until deliveries were made of them: one small row with the event's commit.
create table webhook_pending (
  tenant_id text collate "C" not null,
  event_id text collate "C" not null,
  primary key (tenant_id, event_id)
);
create index webhook_pending_in_order on webhook_pending (event_id);
alter table webhook_pending enable row level security;
alter table webhook_pending force row level security;
create policy jobs_all on webhook_pending to countersign_jobs using (true) with check (true);
create policy own_tenant on webhook_pending to countersign_app using (tenant_id = current_tenant());
grant select, insert on webhook_pending to countersign_app;
grant select, update, delete on webhook_pending to countersign_jobs;

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
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, run_at, sequence, id) where (state =
  'pending');
create index webhook_deliveries_log on webhook_deliveries (tenant_id, endpoint_id, id);
create index webhook_deliveries_dead on webhook_deliveries (tenant_id, id) where (state = 'dead');
create index webhook_deliveries_by_end on webhook_deliveries (finished_at) where (finished_at is not null);
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy jobs_all on webhook_deliveries to countersign_jobs using (true) with check (true);
create policy own_tenant on webhook_deliveries to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on webhook_deliveries to countersign_app;
grant insert, delete, select (tenant_id, id, endpoint_id, state, created_at, finished_at) on webhook_deliveries to
  countersign_jobs;

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
alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy jobs_all on webhook_attempts to countersign_jobs using (true) with check (true);
create policy own_tenant on webhook_attempts to countersign_app using (tenant_id = current_tenant());
grant select, insert on webhook_attempts to countersign_app;

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
create index webhook_lanes_due on webhook_lanes (next_at) where (next_at is not null);
create index webhook_lanes_leased on webhook_lanes (worker) where (worker is not null);
alter table webhook_lanes enable row level security;
alter table webhook_lanes force row level security;
create policy jobs_all on webhook_lanes to countersign_jobs using (true) with check (true);
create policy own_tenant on webhook_lanes to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on webhook_lanes to countersign_app;
grant select, update on webhook_lanes to countersign_jobs;

-- The queue to each address: when the latest mails to it went out or will, as many as an hour may hold. The address is a hash,
-- so whoever reads this learns none.
create table mail_places (
  tenant_id text collate "C" not null references tenants (tenant_id),
  recipient bytea not null,
  places timestamp(3) with time zone[] not null,
  primary key (tenant_id, recipient)
);
alter table mail_places enable row level security;
alter table mail_places force row level security;
-- What is older than an hour holds nobody up.
create policy jobs_old on mail_places to countersign_jobs using (places[cardinality(places)] < (now() - '1 day'::interval));
create policy own_tenant on mail_places to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on mail_places to countersign_app;
grant select, delete on mail_places to countersign_jobs;

-- A template is a file, which stays, and versions of who signs where. Documents name the same file: it goes with the last of all.
create table templates (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  owner_id text collate "C" not null references users (id),
  name text not null,
  folded_name text collate "C" not null,
  description text,
  shared boolean not null default false,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, id)
);
create index templates_by_change on templates (tenant_id, updated_at, id) where (deleted_at is null);
create index templates_in_trash on templates (deleted_at) where (deleted_at is not null);
alter table templates enable row level security;
alter table templates force row level security;
create policy erase_own on templates to countersign_erase using (tenant_id = current_tenant());
-- Workers learn what is due across tenants.
create policy jobs_trash on templates for select to countersign_jobs using (deleted_at is not null);
create policy own_tenant on templates to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on templates to countersign_app;
grant select, delete, update (deleted_at) on templates to countersign_erase;
grant select (tenant_id, id, deleted_at) on templates to countersign_jobs;

create table bulk_sends (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  -- No foreign key: what was sent is told after the template is erased.
  template_id text collate "C" not null,
  template_version integer not null,
  template_name text not null,
  -- Whose the documents will be, and who asked for them.
  owner_id text collate "C" not null references users (id),
  party jsonb not null,
  title text,
  settings jsonb not null,
  -- Names of the columns, and what each holds.
  columns jsonb not null,
  total integer not null,
  status text not null default 'running' check (status in ('running', 'completed', 'cancelled')),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- Names, addresses and values of people: erased 90 days after the bulk send ended. How many there were stays.
  rows_erased_at timestamptz(3),
  erased_sent integer not null default 0,
  erased_failed integer not null default 0,
  primary key (tenant_id, id)
);
create index bulk_sends_running on bulk_sends (tenant_id, id) where (status = 'running');
create index bulk_sends_with_rows on bulk_sends (finished_at) where ((finished_at is not null) and (rows_erased_at is null));
alter table bulk_sends enable row level security;
alter table bulk_sends force row level security;
create policy erase_own on bulk_sends for select to countersign_erase using (tenant_id = current_tenant());
create policy jobs_old on bulk_sends to countersign_jobs using (finished_at < (now() - '90 days'::interval));
create policy own_tenant on bulk_sends to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on bulk_sends to countersign_app;
grant select on bulk_sends to countersign_erase;
grant select (tenant_id, id, finished_at, rows_erased_at), update (rows_erased_at, erased_sent, erased_failed) on bulk_sends to
  countersign_jobs;

-- A row becomes a document in the transaction that marks it: never twice, and never forgotten.
create table bulk_send_rows (
  tenant_id text collate "C" not null,
  bulk_send_id text collate "C" not null,
  n integer not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'cancelled')),
  "values" text[] not null,
  document_id text collate "C",
  error jsonb,
  check ((status = 'sent') = (document_id is not null)),
  primary key (tenant_id, bulk_send_id, n),
  unique (tenant_id, document_id),
  foreign key (tenant_id, bulk_send_id) references bulk_sends (tenant_id, id)
);
create index bulk_send_rows_by_status on bulk_send_rows (tenant_id, bulk_send_id, status, n);
alter table bulk_send_rows enable row level security;
alter table bulk_send_rows force row level security;
create policy jobs_old on bulk_send_rows to countersign_jobs
  using (exists (select from bulk_sends b where ((b.tenant_id = bulk_send_rows.tenant_id) and (b.id = bulk_send_rows.bulk_send_id) and (b.finished_at < (now() - '90 days'::interval)))));
create policy own_tenant on bulk_send_rows to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on bulk_send_rows to countersign_app;
grant delete, select (tenant_id, bulk_send_id, status) on bulk_send_rows to countersign_jobs;

-- Packages (ADR 30): documents that are sent together. A document is in one package or in none: documents.package_id.
create table packages (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  owner_id text collate "C" not null references users (id),
  title text not null,
  status text not null default 'draft' check (status in ('draft', 'in-progress', 'completed', 'expired', 'cancelled')),
  -- When it was sent: a document that is erased later does not make the rest a whole.
  document_count integer,
  cancel_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  check ((status = 'draft') = (document_count is null)),
  primary key (tenant_id, id)
);
create index packages_by_owner on packages (tenant_id, owner_id, id);
create index packages_by_status on packages (tenant_id, status, id);
alter table packages enable row level security;
alter table packages force row level security;
create policy own_tenant on packages to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on packages to countersign_app;

create table documents (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  owner_id text collate "C" not null references users (id),
  title text not null,
  description text,
  filename text not null,
  status text not null check (status in ('draft', 'in-progress', 'completed', 'expired', 'archived', 'voided', 'declined')),
  page_count integer not null,
  pages jsonb not null,
  size_bytes bigint not null,
  sha256 text collate "C" not null,
  blob_id text collate "C" not null,
  -- Resumable SHA-256 state after the upload: a signature never reads the upload again.
  hash_state bytea not null,
  has_signatures boolean not null,
  warnings text[] not null default '{}',
  signing_order text not null default 'parallel' check (signing_order in ('parallel', 'sequential')),
  email_subject text,
  email_message text,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  sent_at timestamptz(3),
  completed_at timestamptz(3),
  sealed_at timestamptz(3),
  archived_at timestamptz(3),
  archived_from text,
  deleted_at timestamptz(3),
  void_reason text,
  package_id text collate "C",
  template_id text collate "C",
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  -- Signers and fields of a draft, as its sender has entered them so far.
  planned jsonb,
  -- The title without case and accents, made by the server (fold-title.ts), so that it does not depend on the locale of the database.
  folded_title text collate "C" not null default '',
  -- Scheduled reminders: every so many days, so often to one signer.
  reminder_days integer,
  reminder_max integer,
  -- When the watcher last reported that the seal is missing.
  stuck_reported_at timestamptz(3),
  package_position integer,
  -- Counts the saves, and the plans that came another way: whoever saves says which one they go on from.
  draft_revision integer not null default 0,
  draft jsonb,
  draft_saved_by text collate "C",
  draft_saved_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id),
  foreign key (tenant_id, package_id) references packages (tenant_id, id)
);
create index documents_by_created on documents (tenant_id, created_at, id) where (deleted_at is null);
create index documents_by_updated on documents (tenant_id, updated_at, id) where (deleted_at is null);
create index documents_by_title on documents (tenant_id, title collate "C", id) where (deleted_at is null);
create index documents_by_status on documents (tenant_id, status, created_at, id) where (deleted_at is null);
-- Lists by owner (a member's own), by status as the sort, of the trash, and which documents share an upload.
create index documents_by_owner on documents (tenant_id, owner_id, created_at, id) where (deleted_at is null);
create index documents_by_status_id on documents (tenant_id, status, id) where (deleted_at is null);
create index documents_in_trash on documents (tenant_id, deleted_at, id) where (deleted_at is not null);
create index documents_by_blob on documents (tenant_id, blob_id);
-- The watcher sees which documents wait for their seal, and nothing of what they hold.
create index documents_unsealed on documents (completed_at) where ((completed_at is not null) and (sealed_at is null));
create index documents_by_package on documents (tenant_id, package_id, package_position) where (package_id is not null);
-- By expiry: what has none stands behind all that has one.
create index documents_by_expiry on documents (tenant_id, COALESCE(expires_at, 'infinity'::timestamp with time zone), id) where
  (deleted_at is null);
-- What expires next among those that wait: what is completed expired long ago, and would all be walked past.
create index documents_by_status_expiry on documents (tenant_id, status, COALESCE(expires_at, 'infinity'::timestamp with time
  zone), id) where (deleted_at is null);
-- Many archived at once were changed at once, and all of them would be walked past: by the lists of one state, and by those
-- without archived documents.
create index documents_by_status_updated on documents (tenant_id, status, updated_at, id) where (deleted_at is null);
create index documents_current_by_updated on documents (tenant_id, updated_at, id) where ((deleted_at is null) and (status <>
  'archived'));
create index documents_current_by_expiry on documents (tenant_id, COALESCE(expires_at, 'infinity'::timestamp with time zone),
  id) where ((deleted_at is null) and (status <> 'archived'));
alter table documents enable row level security;
alter table documents force row level security;
create policy erase_own on documents to countersign_erase using (tenant_id = current_tenant());
-- Workers learn what is due across tenants.
create policy jobs_trash on documents for select to countersign_jobs using (deleted_at is not null);
create policy own_tenant on documents to countersign_app using (tenant_id = current_tenant());
create policy search_all on documents for select to countersign_search using (true);
create policy watch_unsealed on documents for select to countersign_jobs
  using ((completed_at is not null) and (sealed_at is null));
grant select, insert, update on documents to countersign_app;
grant select, delete, update (deleted_at) on documents to countersign_erase;
grant select (tenant_id, id, completed_at, sealed_at, deleted_at, stuck_reported_at) on documents to countersign_jobs;
grant select (tenant_id, id, owner_id, status, expires_at, deleted_at, tags, folded_title) on documents to countersign_search;

-- A document is the upload and these tails, in order. Bytes of an earlier revision are never written again.
create table revisions (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  n integer not null check (n >= 1),
  kind text not null check (kind in ('sent', 'signature', 'seal', 'renewal')),
  tail bytea not null,
  length bigint not null,
  sha256 text collate "C" not null,
  hash_state bytea not null,
  state jsonb not null,
  signer_id text collate "C",
  created_at timestamptz(3) not null,
  -- Certificates of the outside authority that time-stamped this revision, its own first, the root last: the seal gathers their
  -- revocation data. Null: the built-in one did.
  timestamp_chain bytea[],
  primary key (tenant_id, document_id, n),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
alter table revisions alter column tail set storage external;
alter table revisions enable row level security;
alter table revisions force row level security;
create policy erase_own on revisions to countersign_erase using (tenant_id = current_tenant());
create policy own_tenant on revisions to countersign_app using (tenant_id = current_tenant());
grant select, insert on revisions to countersign_app;
grant select, delete on revisions to countersign_erase;

create table signers (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  id text collate "C" not null,
  position integer not null,
  signing_order integer not null,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  role text not null check (role in ('signer', 'approver', 'cc', 'viewer')),
  status text not null check (status in ('waiting', 'pending-signature', 'signed', 'declined', 'notified')),
  locale text,
  pdf_field text,
  link_generation integer not null default 1,
  invited_at timestamptz(3),
  viewed_at timestamptz(3),
  started_at timestamptz(3),
  signed_at timestamptz(3),
  -- The newest mail to the signer was refused for good; null: nothing is known against the address.
  delivery text check (delivery = 'bounced'),
  declined_at timestamptz(3),
  decline_reason text,
  -- By hand, by schedule or by a mail sent again: at most one an hour.
  reminded_at timestamptz(3),
  reminders_sent integer not null default 0,
  -- argon2id: codes are short, so whoever reads the table must not guess them.
  access_code_hash text,
  -- Counted before a code is checked, so that guesses at once are no more than guesses in turn.
  access_failures integer not null default 0,
  -- Number of the newest embedded link, and of the newest one that was used: each is used once.
  embedded_issued integer not null default 0,
  embedded_used integer not null default 0,
  -- A second step that the sender may ask of a recipient, beside the link and the access code (ADR 31).
  second_step text check (second_step in ('account', 'email-code')),
  -- Where the codes go; another address than the link went to.
  second_email text,
  -- The newest code: its number, from which it is derived anew; until when it counts; when the latest ones were sent.
  step_code integer not null default 0,
  step_code_until timestamptz(3),
  step_codes_sent timestamp(3) with time zone[] not null default '{}'::timestamp with time zone[],
  -- Counted before a code is checked, so that guesses at once are no more than guesses in turn.
  step_failures integer not null default 0,
  -- A recipient who asked for no more reminders about a document gets none by the schedule, and none by hand.
  reminders_stopped_at timestamptz(3),
  -- Which revisions of the document a recipient was shown: what was delivered to their session, so that a signature names none
  -- that they never saw. It begins anew when the place goes to somebody else.
  shown_revisions integer[] not null default '{}',
  -- The newest link for one use: to whom it was given.
  link_issued_to text collate "C",
  -- The newest link for one use: to whom it was given.
  link_issued_at timestamptz(3),
  -- What a recipient's account has passed on the signing page: the same account then reads the document by its session (ADR 40).
  -- It counts for the link generation it was passed with, and no longer than a session can last.
  account_proof_user text,
  account_proof_generation integer,
  account_proof_until timestamptz(3),
  primary key (tenant_id, id),
  unique (tenant_id, document_id, "position"),
  unique (tenant_id, document_id, email_key),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  check (((second_step = 'email-code') = (second_email is not null)) or ((second_step is null) and (second_email is null)))
);
-- A person with a session signs what was sent to their verified address, in whichever organization that is: the look-up knows
-- the document and the address and no tenant. Of a signer's row `auth` sees who it is for, and nothing that was written there.
create index signers_by_email on signers (email_key, document_id);
alter table signers enable row level security;
alter table signers force row level security;
create policy auth_own on signers for select to countersign_auth using (true);
create policy erase_own on signers to countersign_erase using (tenant_id = current_tenant());
create policy own_tenant on signers to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on signers to countersign_app;
grant select (tenant_id, document_id, id, email_key, link_generation) on signers to countersign_auth;
grant select, delete on signers to countersign_erase;

create table fields (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  id text collate "C" not null,
  position integer not null,
  signer_id text collate "C" not null,
  kind text not null,
  pdf_name text not null,
  page integer not null,
  x double precision not null,
  y double precision not null,
  width double precision not null,
  height double precision not null,
  required boolean not null,
  label text,
  value text,
  -- What only some kinds of fields have: default, readOnly, options, validation (packages/contract/src/fields.ts).
  -- One column, as nothing ever searches by them and further kinds bring further members.
  settings jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, signer_id) references signers (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
create index fields_by_document on fields (tenant_id, document_id, "position");
alter table fields enable row level security;
alter table fields force row level security;
create policy erase_own on fields to countersign_erase using (tenant_id = current_tenant());
create policy own_tenant on fields to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on fields to countersign_app;
grant select, delete on fields to countersign_erase;

-- Certificates of completion: one a document, made when it is sealed, and never changed.
create table completion_certificates (
  tenant_id text collate "C" not null references tenants (tenant_id),
  document_id text collate "C" not null,
  -- The whole sealed PDF, 50 to 600 kB: small enough to commit with what says that it is there.
  bytes bytea not null,
  sha256 text collate "C" not null,
  pages integer not null,
  -- Entries of the document's audit trail that it vouches for: 0 to audit_n.
  audit_n integer not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
alter table completion_certificates alter column bytes set storage external;
alter table completion_certificates enable row level security;
alter table completion_certificates force row level security;
create policy own_tenant on completion_certificates to countersign_app using (tenant_id = current_tenant());
grant select, insert on completion_certificates to countersign_app;

-- How long each sealed document is protected by its newest time-stamp: what renewal looks for.
create table archive_stamps (
  tenant_id text collate "C" not null references tenants (tenant_id),
  document_id text collate "C" not null,
  -- When the first certificate of the time-stamp's path expires; null: not looked up yet.
  expires_at timestamptz(3),
  -- Names of packages/pki, algorithm-lifetimes, sorted, a space between: few combinations, many documents of each.
  algorithms text collate "C" not null default '',
  -- Not looked at again before: a renewal is on its way, or could not help.
  retry_at timestamptz(3) not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  -- How long each sealed file is protected: the document itself, and its certificate of completion.
  file text collate "C" not null check (file in ('document', 'certificate')),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  primary key (tenant_id, document_id, file)
);
create index archive_stamps_by_end on archive_stamps (expires_at nulls first, tenant_id, document_id);
create index archive_stamps_by_algorithms on archive_stamps (algorithms, tenant_id, document_id);
alter table archive_stamps enable row level security;
alter table archive_stamps force row level security;
-- The worker looks for what is due across tenants.
create policy jobs_due on archive_stamps for select to countersign_jobs using (true);
create policy own_tenant on archive_stamps to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on archive_stamps to countersign_app;
grant select on archive_stamps to countersign_jobs;

-- What the index of letters is built on, apart from the document's row: that one is written at every step of signing, and each
-- time would go through the index of all its letters.
create table document_titles (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  folded text collate "C" not null,
  tags text[] collate "C" not null default '{}',
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index document_titles_by_key on document_titles using gin (search_keys(tenant_id, folded, tags));
alter table document_titles enable row level security;
alter table document_titles force row level security;
create policy own_tenant on document_titles to countersign_app using (tenant_id = current_tenant());
create policy search_all on document_titles for select to countersign_search using (true);
grant select, insert, update on document_titles to countersign_app;
grant select on document_titles to countersign_search;

-- In-person signing (ADR 31): a host hands a device to the signer. The session's credential is stored as its hash.
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
create unique index in_person_sessions_open on in_person_sessions (tenant_id, signer_id) where (ended_at is null);
alter table in_person_sessions enable row level security;
alter table in_person_sessions force row level security;
-- What happened stays in the audit trail; the row is of use to nobody a month on.
create policy jobs_old on in_person_sessions to countersign_jobs using (expires_at < (now() - '30 days'::interval));
create policy own_tenant on in_person_sessions to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on in_person_sessions to countersign_app;
grant delete, select (tenant_id, id, expires_at) on in_person_sessions to countersign_jobs;

-- Files that signers attach (ADR 32): stored when they are sent, part of the document once the signer has signed.
create table attachments (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  document_id text collate "C" not null,
  signer_id text collate "C" not null,
  field_id text collate "C" not null,
  -- Of the link it came by: whoever the document is forwarded to does not find it.
  link_generation integer not null,
  blob_id text collate "C" not null,
  filename text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size_bytes integer not null,
  sha256 text collate "C" not null,
  uploaded_at timestamptz(3) not null,
  -- When its signer signed: from here on it is never exchanged, and the sender sees it.
  bound_at timestamptz(3),
  -- Files that come in on a device that was handed over belong to that session (ADR 38): who holds the mailed link does not find
  -- them, and what they attached is not found on the device.
  in_person_id text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, signer_id) references signers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, field_id) references fields (tenant_id, id) on delete cascade,
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index attachments_by_document on attachments (tenant_id, document_id);
create index attachments_by_signer on attachments (tenant_id, signer_id);
create index attachments_by_blob on attachments (tenant_id, blob_id);
create unique index attachments_by_field on attachments (tenant_id, field_id, COALESCE(in_person_id, ''));
alter table attachments enable row level security;
alter table attachments force row level security;
create policy erase_unsigned on attachments to countersign_erase using ((tenant_id = current_tenant()) and (bound_at is null));
create policy own_tenant on attachments to countersign_app using (tenant_id = current_tenant());
grant select, insert, delete, update (bound_at) on attachments to countersign_app;
grant select, delete on attachments to countersign_erase;

-- A version has a file: the one it came with, or the one that the version before it had. Documents name the same files.
create table template_files (
  tenant_id text collate "C" not null,
  template_id text collate "C" not null,
  -- That it came with.
  version integer not null,
  filename text not null,
  pages jsonb not null,
  size_bytes bigint not null,
  sha256 text collate "C" not null,
  blob_id text collate "C" not null,
  hash_state bytea not null,
  has_signatures boolean not null,
  warnings text[] not null default '{}',
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references templates (tenant_id, id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index template_files_by_blob on template_files (tenant_id, blob_id);
alter table template_files enable row level security;
alter table template_files force row level security;
create policy erase_own on template_files to countersign_erase using (tenant_id = current_tenant());
create policy own_tenant on template_files to countersign_app using (tenant_id = current_tenant());
grant select, insert on template_files to countersign_app;
grant select, delete on template_files to countersign_erase;

create table template_versions (
  tenant_id text collate "C" not null,
  template_id text collate "C" not null,
  version integer not null,
  name text not null,
  -- Roles, fields, order and the words of the mail.
  content jsonb not null,
  made_by text collate "C" not null references users (id),
  created_at timestamptz(3) not null,
  file_version integer not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references templates (tenant_id, id),
  foreign key (tenant_id, template_id, file_version) references template_files (tenant_id, template_id, version)
);
alter table template_versions enable row level security;
alter table template_versions force row level security;
create policy erase_own on template_versions to countersign_erase using (tenant_id = current_tenant());
create policy own_tenant on template_versions to countersign_app using (tenant_id = current_tenant());
grant select, insert on template_versions to countersign_app;
grant select, delete on template_versions to countersign_erase;

-- The certificate of completion is stamped anew like the document it is about: what archive renewal appended to it, in order. The
-- file is `completion_certificates.bytes` and these tails behind it.
create table certificate_renewals (
  tenant_id text collate "C" not null references tenants (tenant_id),
  document_id text collate "C" not null,
  n integer not null check (n > 0),
  tail bytea not null,
  -- Of the whole file up to here.
  sha256 text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, document_id, n),
  foreign key (tenant_id, document_id) references completion_certificates (tenant_id, document_id) on delete cascade
);
alter table certificate_renewals alter column tail set storage external;
alter table certificate_renewals enable row level security;
alter table certificate_renewals force row level security;
create policy own_tenant on certificate_renewals to countersign_app using (tenant_id = current_tenant());
grant select, insert on certificate_renewals to countersign_app;

-- SHA-256 of each 64 KiB of a file, one after the other, so that a range is checked without reading the whole (ADR 43). A file stored
-- before these were kept has none until it was read as a whole and found to match blobs.sha256.
create table blob_chunks (
  tenant_id text collate "C" not null,
  blob_id text collate "C" not null,
  hashes bytea not null,
  primary key (tenant_id, blob_id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id) on delete cascade
);
alter table blob_chunks alter column hashes set storage external;
alter table blob_chunks enable row level security;
alter table blob_chunks force row level security;
create policy own_tenant on blob_chunks to countersign_app using (tenant_id = current_tenant());
grant select, insert on blob_chunks to countersign_app;

-- Files whose bytes are not the ones that were stored, each until it is whole again.
create table damaged_blobs (
  tenant_id text collate "C" not null,
  blob_id text collate "C" not null,
  fault text not null check (fault in ('missing', 'size', 'content')),
  found_at timestamptz(3) not null,
  primary key (tenant_id, blob_id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id) on delete cascade
);
alter table damaged_blobs enable row level security;
alter table damaged_blobs force row level security;
create policy jobs_damaged on damaged_blobs for select to countersign_jobs using (true);
create policy own_tenant on damaged_blobs to countersign_app using (tenant_id = current_tenant());
grant select, insert, delete on damaged_blobs to countersign_app;
grant select on damaged_blobs to countersign_jobs;

-- One run of reading every file. The newest says how far it has come, in the order of tenant and file.
create table blob_scrubs (
  id integer generated by default as identity primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- A process that reads renews this; another one goes on when it has passed.
  lease_until timestamptz(3) not null,
  after_tenant text collate "C" not null default '',
  after_blob text collate "C" not null default '',
  files integer not null default 0,
  bytes bigint not null default 0,
  damaged integer not null default 0
);
create unique index blob_scrubs_running on blob_scrubs ((true)) where (finished_at is null);
alter table blob_scrubs enable row level security;
alter table blob_scrubs force row level security;
create policy jobs_scrubs on blob_scrubs to countersign_jobs using (true) with check (true);
grant select, insert, update on blob_scrubs to countersign_jobs;

-- Files that no row names, since when: they are removed a day after they were first seen.
create table unclaimed_files (
  key text collate "C" primary key,
  found_at timestamptz(3) not null
);
alter table unclaimed_files enable row level security;
alter table unclaimed_files force row level security;
create policy jobs_unclaimed on unclaimed_files to countersign_jobs using (true) with check (true);
grant select, insert, delete on unclaimed_files to countersign_jobs;

-- The newest time at which a server whose clock was trusted ran, and how often an operator has confirmed the clock. What depends on
-- the time stops where the clock does not fit this (ADR 44).
create table clock_state (
  only_row boolean default true primary key check (only_row),
  seen_at timestamptz(3) not null,
  confirmations integer not null default 0,
  -- Since when a clock has been in doubt that the administrators were told of.
  told_at timestamptz(3)
);
alter table clock_state enable row level security;
alter table clock_state force row level security;
create policy jobs_clock on clock_state to countersign_jobs using (true) with check (true);
grant select, insert, update on clock_state to countersign_jobs;

-- What the files of an organization may take on disk, live and sandbox together, and what they take. Only organizations with a quota
-- have a row: uploads of the others wait for nobody.
create table organization_storage (
  organization_id text collate "C" primary key,
  quota_bytes bigint not null check (quota_bytes >= 0),
  used_bytes bigint not null
);
alter table organization_storage enable row level security;
alter table organization_storage force row level security;
create policy auth_all on organization_storage to countersign_auth using (true) with check (true);
create policy erase_own on organization_storage to countersign_erase
  using (organization_id = (select t.organization_id from tenants t where (t.tenant_id = current_tenant())));
create policy own_organization on organization_storage for select to countersign_app
  using (organization_id = (select t.organization_id from tenants t where (t.tenant_id = current_tenant())));
grant select on organization_storage to countersign_app;
grant select, insert, update, delete on organization_storage to countersign_auth;
grant select, update on organization_storage to countersign_erase;

-- Our side of SAML, from before a provider is configured, and the same for every provider that comes.
create table sso_keys (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  key_sealed bytea not null,
  certificate bytea not null,
  created_at timestamptz(3) not null
);
alter table sso_keys enable row level security;
alter table sso_keys force row level security;
create policy own_tenant on sso_keys to countersign_app
  using (tenant_id = current_tenant())
  with check (tenant_id = current_tenant());
grant select, insert on sso_keys to countersign_app;

-- Documents are found by their recipients too (ADR 24). What the index of letters is built on stands apart from the recipient's
-- row: that one is written at every step of signing, and each time would go through the index of all its letters.
create table document_recipients (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  signer_id text collate "C" not null,
  -- Name and address without case and accents, made by the server (fold-title.ts).
  folded text collate "C" not null,
  primary key (tenant_id, document_id, signer_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index document_recipients_by_key on document_recipients using gin (search_keys(tenant_id, folded, '{}'));
alter table document_recipients enable row level security;
alter table document_recipients force row level security;
create policy own_tenant on document_recipients to countersign_app using (tenant_id = current_tenant());
create policy search_all on document_recipients for select to countersign_search using (true);
grant select, insert, update on document_recipients to countersign_app;
grant select on document_recipients to countersign_search;

-- The logo that documents of an organization carry, in each of its tenants: as the picture that is shown, and as the samples that go
-- into a PDF, so that no document waits for a picture to be decoded.
create table organization_logos (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  png bytea not null check (octet_length(png) <= 204800),
  width integer not null check ((width >= 1) and (width <= 360)),
  height integer not null check ((height >= 1) and (height <= 120)),
  -- Red, green and blue, deflated.
  rgb bytea not null,
  -- Of the picture, for whoever keeps it.
  sha256 text collate "C" not null,
  changed_at timestamptz(3) not null
);
alter table organization_logos alter column png set storage external;
alter table organization_logos alter column rgb set storage external;
alter table organization_logos enable row level security;
alter table organization_logos force row level security;
create policy own_tenant on organization_logos to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on organization_logos to countersign_app;

-- Members of the tenant are known to it by name and address.
create policy own_members on users to countersign_app
  using (exists (select 1 from memberships m where ((m.tenant_id = current_tenant()) and (m.user_id = users.id))));
create policy auth_all on memberships to countersign_auth using (true) with check (true);
create policy own_tenant on memberships to countersign_app using (tenant_id = current_tenant());

-- Whoever migrates reads and writes the list of migrations, also when that login is no superuser.
alter table migrations enable row level security;
alter table migrations force row level security;
do $$ begin execute format('create policy migrator on migrations to %I using (true) with check (true)', current_user); end $$;

-- ------------------------------------------------------------------ functions with rights of their own
-- Ids of the tenant's documents that match, at most `most` of them, in no order. Null is no filter. Two statements, so that each is
-- led by indexes that its own letters have keys in.
create function search_documents(search text, find text, with_tag text, of_owner text, in_status text, with_archived boolean,
    in_trash boolean, ends_before timestamptz, most integer) returns setof text
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  as $$
    begin
      if find is null then
        return query select t.document_id from document_titles t
          join documents d on d.tenant_id = t.tenant_id and d.id = t.document_id
          where t.tenant_id = current_tenant() and d.tenant_id = current_tenant()
            and search_keys(t.tenant_id, t.folded, t.tags) @> wanted_keys(current_tenant(), search, with_tag)
            and (search is null or strpos(t.folded, search) > 0)
            and (of_owner is null or d.owner_id = of_owner)
            and (in_status is null or d.status = in_status)
            and (with_archived or d.status <> 'archived')
            and (ends_before is null or d.expires_at < ends_before)
            and (d.deleted_at is not null) = in_trash
          limit most;
      else
        return query select d.id from (
            select t.document_id from document_titles t where t.tenant_id = current_tenant() and strpos(t.folded, find) > 0
              and search_keys(t.tenant_id, t.folded, t.tags) @> wanted_keys(current_tenant(), find, null)
            union all
            select r.document_id from document_recipients r
              join documents own on own.tenant_id = current_tenant() and own.id = r.document_id
              where r.tenant_id = current_tenant() and strpos(r.folded, find) > 0 and strpos(own.folded_title, find) = 0
                and search_keys(r.tenant_id, r.folded, '{}') @> wanted_keys(current_tenant(), find, null)
                and not exists (select from document_recipients other where other.tenant_id = current_tenant()
                  and other.document_id = r.document_id and other.signer_id < r.signer_id and strpos(other.folded, find) > 0)) hits
          join documents d on d.tenant_id = current_tenant() and d.id = hits.document_id
          where (search is null or strpos(d.folded_title, search) > 0)
            and (with_tag is null or with_tag = any (d.tags))
            and (of_owner is null or d.owner_id = of_owner)
            and (in_status is null or d.status = in_status)
            and (with_archived or d.status <> 'archived')
            and (ends_before is null or d.expires_at < ends_before)
            and (d.deleted_at is not null) = in_trash
          limit most;
      end if;
    end
  $$;

-- Erases a document of the tenant that has lain in the trash since `before` and was never completed: the database itself sees to
-- that, whoever calls. False where there is none such.
create function erase_document(document text, before timestamptz, at timestamptz) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare blob text;
    begin
      select d.blob_id into blob from documents d where d.tenant_id = current_tenant() and d.id = document
        and d.deleted_at <= before and d.completed_at is null and d.status <> 'in-progress' for update;
      if not found then return false; end if;
      delete from fields f where f.tenant_id = current_tenant() and f.document_id = document;
      delete from signers s where s.tenant_id = current_tenant() and s.document_id = document;
      delete from revisions r where r.tenant_id = current_tenant() and r.document_id = document;
      delete from documents d where d.tenant_id = current_tenant() and d.id = document;
      update blobs b set unused_since = at where b.tenant_id = current_tenant() and b.id = blob
        and not exists (select from documents d where d.tenant_id = current_tenant() and d.blob_id = blob)
        and not exists (select from template_files f where f.tenant_id = current_tenant() and f.blob_id = blob);
      return true;
    end
  $$;

-- Erases a template that has lain in the trash since `before` and that no bulk send still works with.
create function erase_template(template text, before timestamptz, at timestamptz) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare files text[];
    begin
      perform from templates t where t.tenant_id = current_tenant() and t.id = template and t.deleted_at <= before
        and not exists (select from bulk_sends b where b.tenant_id = current_tenant() and b.template_id = template
          and b.status = 'running') for update;
      if not found then return false; end if;
      select array_agg(f.blob_id) into files from template_files f
        where f.tenant_id = current_tenant() and f.template_id = template;
      delete from template_versions v where v.tenant_id = current_tenant() and v.template_id = template;
      delete from template_files f where f.tenant_id = current_tenant() and f.template_id = template;
      delete from templates t where t.tenant_id = current_tenant() and t.id = template;
      update blobs b set unused_since = at where b.tenant_id = current_tenant() and b.id = any (files)
        and not exists (select from documents d where d.tenant_id = current_tenant() and d.blob_id = b.id)
        and not exists (select from template_files f where f.tenant_id = current_tenant() and f.blob_id = b.id);
      return true;
    end
  $$;

-- The row of a file that is no longer there.
create function forget_blob(blob text) returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$ delete from blobs b where b.tenant_id = current_tenant() and b.id = blob and b.unused_since is not null $$;

-- However a row goes (exchanged, taken back, erased with its document), its file goes next, as that of an erased document does.
create function release_attachment() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      update blobs b set unused_since = now() where b.tenant_id = old.tenant_id and b.id = old.blob_id;
      return null;
    end
  $$;

-- Whatever ends a session (the signature, the host, the next session, the sweeper after its time) takes with it what nobody has
-- signed with.
create function release_in_person_files() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare before text := current_setting('app.tenant', true);
    begin
      -- The sweeper, which takes the rows of all, has no tenant set; policies and the next trigger go by it.
      perform set_config('app.tenant', old.tenant_id, true);
      delete from attachments a where a.tenant_id = old.tenant_id and a.signer_id = old.signer_id and a.in_person_id = old.id
        and a.bound_at is null;
      perform set_config('app.tenant', coalesce(before, ''), true);
      return null;
    end
  $$;

-- Setting a quota takes this lock alone and every file's row takes it with others: none is counted twice, and none is missed.
create function lock_storage(organization text, alone boolean) returns void
  language sql
  set search_path = pg_catalog, public, pg_temp
  as $$
    select case when alone then pg_advisory_xact_lock(hashtextextended('storage ' || organization, 0))
      else pg_advisory_xact_lock_shared(hashtextextended('storage ' || organization, 0)) end
  $$;

-- Whatever stores a file or erases one comes through here. The organization's row is locked until the commit, so that of two uploads
-- the second sees what the first took.
create function count_storage() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare
      file blobs := case when tg_op = 'DELETE' then old else new end;
      change bigint := case when tg_op = 'DELETE' then -file.size_bytes else file.size_bytes end;
      organization text;
      counted organization_storage;
    begin
      select t.organization_id into organization from tenants t where t.tenant_id = file.tenant_id;
      if not found then return null; end if;
      perform lock_storage(organization, false);
      update organization_storage s set used_bytes = s.used_bytes + change where s.organization_id = organization
        returning s.* into counted;
      if found and change > 0 and counted.used_bytes > counted.quota_bytes then
        raise exception 'the storage quota of % is exceeded', organization using errcode = 'CQ001',
          detail = json_build_object('quota_bytes', counted.quota_bytes, 'used_bytes', counted.used_bytes - change,
            'file_bytes', change)::text;
      end if;
      return null;
    end
  $$;

-- ------------------------------------------------------------------ first statistics
-- The server prepares its statements once a connection, and the planner plans them by what it knows of the tables then. Of a
-- table that was never analyzed it believes that a tenant has one row, so any index that begins with the tenant looks as good as
-- the right one: measured, the look-up of a signing link read every document of the tenant. So the tables are shown once as
-- they will look (one tenant, many rows), analyzed, and emptied again; real statistics replace these as rows come in.
-- Row security would refuse these rows and is set aside for as long; triggers come after.
do $$
declare
  t constant text := 'ten_statistics';
  n constant timestamptz := now();
  shown constant text[] := array['users', 'tenants', 'organizations', 'memberships', 'sessions', 'api_keys', 'seals', 'blobs',
    'documents', 'revisions', 'signers', 'fields', 'certificates', 'revocations', 'audit_streams', 'audit_entries',
    'person_keys', 'audit_personal', 'outbox', 'jobs', 'mails', 'webhook_endpoints', 'webhook_lanes', 'webhook_pending',
    'webhook_deliveries', 'webhook_attempts'];
  name text;
begin
  foreach name in array shown loop execute format('alter table %I no force row level security', name); end loop;
  insert into users select 'usr_' || i, i::text, i::text, 'x', null, n from generate_series(1, 20) i;
  insert into tenants values (t, 'org_x', 'live', n);
  insert into organizations values (t, 'org_x', 'x', 'enterprise', '{}', false, n);
  insert into memberships select t, 'usr_' || i, 'member', n from generate_series(1, 20) i;
  insert into sessions (token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at, id, method)
    select decode(md5(i::text), 'hex'), 'usr_1', t, n, n, n, 'ses_' || i, 'password' from generate_series(1, 200) i;
  insert into api_keys (tenant_id, id, name, hash, display, scopes, created_by, created_at, issued_to, issued_at)
    select t, 'key_' || i, 'x', decode(md5(i::text), 'hex'), 'x', '{}', 'usr_1', n, 'usr_1', n from generate_series(1, 50) i;
  insert into blobs select t, 'blb_' || i, i, md5(i::text), n from generate_series(1, 1000) i;
  insert into documents (tenant_id, id, owner_id, title, filename, status, page_count, pages, size_bytes, sha256, blob_id, hash_state,
      has_signatures, created_at, updated_at)
    select t, 'doc_' || i, 'usr_' || (i % 20 + 1), 'Title ' || i, 'x', (array['draft', 'in-progress', 'completed'])[i % 3 + 1], 1, '[]', i,
      md5(i::text), 'blb_' || i, '', false, n - i * interval '1 minute', n - i * interval '1 minute' from generate_series(1, 1000) i;
  insert into revisions select t, 'doc_' || i, r, 'signature', '', i, md5(i::text), '', '{}', 'sgn_' || i || '_' || (r % 2), n
    from generate_series(1, 1000) i, generate_series(1, 4) r;
  insert into signers (tenant_id, document_id, id, position, signing_order, email, email_key, name, role, status)
    select t, 'doc_' || i, 'sgn_' || i || '_' || k, k, k, i || '@' || k, i || '@' || k, 'x', 'signer', 'signed'
    from generate_series(1, 1000) i, generate_series(0, 1) k;
  insert into fields (tenant_id, document_id, id, position, signer_id, kind, pdf_name, page, x, y, width, height, required)
    select t, 'doc_' || i, 'fld_' || i || '_' || k, k, 'sgn_' || i || '_' || k, 'signature', 'x', 1, 0, 0, 1, 1, true
    from generate_series(1, 1000) i, generate_series(0, 1) k;
  insert into certificates select t, md5(i::text), 'doc_' || (i % 1000 + 1), 'sgn_' || i, '', n from generate_series(1, 2000) i;
  insert into audit_streams select t, 'doc_' || i, 9, md5(i::text), n from generate_series(1, 1000) i;
  insert into audit_entries select t, 'doc_' || i, e, 'adt_' || i || '_' || e, n, md5(i::text), '' from generate_series(1, 1000) i, generate_series(0, 9) e;
  insert into person_keys select t, 'sgn_' || i, '' from generate_series(1, 2000) i;
  insert into audit_personal select t, 'adt_' || i, 'sgn_' || (i % 2000), '' from generate_series(1, 5000) i;
  insert into outbox select t, 'evt_' || i, 'document.sent', 'doc_' || (i % 1000 + 1), '{}', n from generate_series(1, 5000) i;
  -- Most jobs that wait are expiries weeks ahead.
  insert into jobs (tenant_id, id, kind, lane, payload, run_at, created_at)
    select t, 'job_' || i, 'x', case when i % 100 = 0 then 'mail' else 'timer' end, '{}', n + i * interval '1 hour', n from generate_series(1, 2000) i;
  insert into mails select t, 'eml_' || i, i::text, 'x', 'x', i || '@x', 'x', 'x', 'x', n from generate_series(1, 2000) i;
  insert into revocations (tenant_id, serial, revoked_at, issuer_key_id, reason, recorded_at)
    select t, md5(i::text), n, md5((i % 4)::text), 'unspecified', n from generate_series(1, 2000) i;
  insert into webhook_endpoints select t, 'whk_' || i, 'https://example.com/' || i, null, '{*}', 'A', true, null, null, '', null, null, n, n, null
    from generate_series(1, 100) i;
  insert into webhook_lanes select t, 'whk_' || i, case when i % 10 = 0 then n end, null, null from generate_series(1, 100) i;
  insert into webhook_pending select t, 'evt_' || i from generate_series(1, 1000) i;
  insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, kind, document_id, sequence, payload_shape, event_at, state, run_at, created_at)
    select t, 'dlv_' || i, 'whk_' || (i % 100 + 1), 'evt_' || i, 'document.sent', 'doc_' || (i % 500), i % 9, 'A', n,
      (array['delivered', 'delivered', 'delivered', 'pending', 'dead'])[i % 5 + 1], n + i * interval '1 minute', n - i * interval '1 minute'
    from generate_series(1, 10000) i;
  insert into webhook_attempts select t, 'dlv_' || i, 1, n, 1, 'https://example.com', 200, null, null from generate_series(1, 10000) i;
  foreach name in array shown loop execute format('analyze %I', name); end loop;
  -- Empties the files as well; what was learned stays.
  execute 'truncate ' || array_to_string(shown, ', ') || ' cascade';
  foreach name in array shown loop execute format('alter table %I force row level security', name); end loop;
end $$;

create trigger attachment_gone after delete on attachments for each row execute function release_attachment();
create trigger in_person_ended after update of ended_at on in_person_sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function release_in_person_files();
create trigger in_person_gone after delete on in_person_sessions for each row
  execute function release_in_person_files();
create trigger blob_counted after insert or delete on blobs for each row execute function count_storage();

revoke execute on function search_documents, erase_document, erase_template, forget_blob, release_attachment,
  release_in_person_files, count_storage, lock_storage from public;
grant execute on function search_documents, erase_document, erase_template, forget_blob to countersign_app;
grant execute on function lock_storage to countersign_auth, countersign_erase;
grant create on schema public to countersign_search, countersign_erase;
alter function search_documents owner to countersign_search;
alter function erase_document owner to countersign_erase;
alter function erase_template owner to countersign_erase;
alter function forget_blob owner to countersign_erase;
alter function release_attachment owner to countersign_erase;
alter function release_in_person_files owner to countersign_erase;
alter function count_storage owner to countersign_erase;
revoke create on schema public from countersign_search, countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_search, countersign_erase from %I', current_user);
  end if;
end $$;
