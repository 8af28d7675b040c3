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

-- ------------------------------------------------------------------ global tables
-- One row: what this installation is. Secrets in it are sealed with the master key.
create table installation (
  id boolean primary key default true check (id),
  origin text not null,
  setup_token_hash bytea,
  link_key_sealed bytea not null,
  created_at timestamptz(3) not null
);

create table authorities (
  environment text not null check (environment in ('live', 'sandbox')),
  kind text not null check (kind in ('root', 'issuing', 'timestamp', 'ocsp')),
  certificate bytea not null,
  key_sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (environment, kind)
);

create table users (
  id text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null unique,
  name text not null,
  password_hash text,
  created_at timestamptz(3) not null
);

create table sessions (
  token_hash bytea primary key,
  user_id text collate "C" not null references users (id),
  tenant_id text collate "C" not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- ------------------------------------------------------------------ tenants and what belongs to them
-- A tenant is an organization in one environment; what belongs to the organization as such is in its live tenant.
create table tenants (
  tenant_id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null check (environment in ('live', 'sandbox')),
  created_at timestamptz(3) not null,
  unique (tenant_id, organization_id)
);

create table organizations (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  name text not null,
  plan text not null default 'enterprise' check (plan in ('free', 'small-team', 'medium-team', 'large-team', 'enterprise')),
  settings jsonb not null default '{}',
  is_operator boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);

create table memberships (
  tenant_id text collate "C" not null references tenants (tenant_id),
  user_id text collate "C" not null references users (id),
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
create index memberships_by_user on memberships (user_id);

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
  primary key (tenant_id, id),
  unique (tenant_id, hash)
);

-- The organization's seal: it certifies documents at send.
create table seals (
  tenant_id text collate "C" not null references tenants (tenant_id),
  serial text collate "C" not null,
  certificate bytea not null,
  key_sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id)
);

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

create table blobs (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  size_bytes bigint not null,
  sha256 text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);

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
  primary key (tenant_id, id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index documents_by_created on documents (tenant_id, created_at, id) where deleted_at is null;
create index documents_by_updated on documents (tenant_id, updated_at, id) where deleted_at is null;
create index documents_by_title on documents (tenant_id, title collate "C", id) where deleted_at is null;
create index documents_by_status on documents (tenant_id, status, created_at, id) where deleted_at is null;

-- A document is the upload and these tails, in order. Bytes of an earlier revision are never written again.
create table revisions (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  n integer not null check (n >= 1),
  kind text not null check (kind in ('sent', 'signature', 'seal')),
  tail bytea not null,
  length bigint not null,
  sha256 text collate "C" not null,
  hash_state bytea not null,
  state jsonb not null,
  signer_id text collate "C",
  created_at timestamptz(3) not null,
  primary key (tenant_id, document_id, n),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
-- Tails are hexadecimal and deflated data: compressing them again costs time on the signing path for little.
alter table revisions alter column tail set storage external;

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
  primary key (tenant_id, id),
  unique (tenant_id, document_id, position),
  unique (tenant_id, document_id, email_key),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);

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
  primary key (tenant_id, id),
  foreign key (tenant_id, signer_id) references signers (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
create index fields_by_document on fields (tenant_id, document_id, position);

-- ------------------------------------------------------------------ audit trail (insert-only)
create table audit_streams (
  tenant_id text collate "C" not null references tenants (tenant_id),
  stream text collate "C" not null,
  n integer not null,
  hash text collate "C" not null,
  at timestamptz(3) not null,
  primary key (tenant_id, stream)
);

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

-- Personal data behind an entry's commitment, sealed by a key per person: erasing that key erases the data.
create table person_keys (
  tenant_id text collate "C" not null references tenants (tenant_id),
  person_id text collate "C" not null,
  key_sealed bytea not null,
  primary key (tenant_id, person_id)
);

create table audit_personal (
  tenant_id text collate "C" not null,
  entry_id text collate "C" not null,
  person_id text collate "C" not null,
  sealed bytea not null,
  primary key (tenant_id, entry_id)
);

-- ------------------------------------------------------------------ events, jobs, mail
create table outbox (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  kind text not null,
  document_id text collate "C",
  data jsonb not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index outbox_by_document on outbox (tenant_id, document_id, id);

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
create index jobs_ready on jobs (lane, run_at, id) where state = 'ready';
create index jobs_leased on jobs (lease_until) where state = 'running';
create unique index jobs_unique on jobs (tenant_id, kind, unique_key) where state <> 'dead' and unique_key is not null;

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

-- ------------------------------------------------------------------ first statistics
-- The server prepares its statements once a connection, and the planner plans them by what it knows of the tables then. Of a
-- table that was never analyzed it believes that a tenant has one row, so any index that begins with the tenant looks as good as
-- the right one: measured, the look-up of a signing link read every document of the tenant. So the tables are shown once as
-- they will look (one tenant, many rows), analyzed, and emptied again; real statistics replace these as rows come in.
do $$
declare
  t constant text := 'ten_statistics';
  n constant timestamptz := now();
begin
  insert into users select 'usr_' || i, i::text, i::text, 'x', null, n from generate_series(1, 20) i;
  insert into tenants values (t, 'org_x', 'live', n);
  insert into organizations values (t, 'org_x', 'x', 'enterprise', '{}', false, n);
  insert into memberships select t, 'usr_' || i, 'member', n from generate_series(1, 20) i;
  insert into sessions select decode(md5(i::text), 'hex'), 'usr_1', t, n, n, n from generate_series(1, 200) i;
  insert into api_keys select t, 'key_' || i, 'x', decode(md5(i::text), 'hex'), 'x', '{}', null, 'usr_1', n from generate_series(1, 50) i;
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
  analyze users, tenants, organizations, memberships, sessions, api_keys, blobs, documents, revisions, signers, fields, certificates,
    audit_streams, audit_entries, person_keys, audit_personal, outbox, jobs, mails;
  -- Empties the files as well; what was learned stays.
  truncate users, tenants, organizations, memberships, sessions, api_keys, seals, blobs, documents, revisions, signers, fields, certificates,
    audit_streams, audit_entries, person_keys, audit_personal, outbox, jobs, mails;
end $$;

-- ------------------------------------------------------------------ who may do what
do $$
declare t text;
begin
  foreach t in array array['installation', 'authorities', 'users', 'sessions', 'tenants', 'organizations', 'memberships',
    'api_keys', 'seals', 'certificates', 'blobs', 'documents', 'revisions', 'signers', 'fields', 'audit_streams',
    'audit_entries', 'person_keys', 'audit_personal', 'outbox', 'jobs', 'mails', 'migrations'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
  foreach t in array array['tenants', 'organizations', 'memberships', 'api_keys', 'seals', 'certificates', 'blobs',
    'documents', 'revisions', 'signers', 'fields', 'audit_streams', 'audit_entries', 'person_keys', 'audit_personal',
    'outbox', 'jobs', 'mails'] loop
    execute format('create policy own_tenant on %I to countersign_app using (tenant_id = current_tenant())', t);
  end loop;
end $$;

-- Whoever migrates reads and writes the list of migrations, also when that login is no superuser.
do $$ begin execute format('create policy migrator on migrations to %I using (true) with check (true)', current_user); end $$;

-- Members of the tenant are known to it by name and address.
create policy own_members on users to countersign_app
  using (exists (select 1 from memberships m where m.tenant_id = current_tenant() and m.user_id = users.id));

grant select on tenants, organizations, memberships to countersign_app;
grant select (id, email, email_key, name, created_at) on users to countersign_app;
grant select, insert, update on api_keys, documents, signers, fields, audit_streams to countersign_app;
grant select, insert on seals, certificates, blobs, revisions, audit_entries, person_keys, audit_personal, outbox, mails to countersign_app;
grant select, insert, delete on jobs to countersign_app;

-- Logins, set-up and the installation's own secrets.
create policy auth_all on installation to countersign_auth using (true) with check (true);
create policy auth_all on authorities to countersign_auth using (true) with check (true);
create policy auth_all on users to countersign_auth using (true) with check (true);
create policy auth_all on sessions to countersign_auth using (true) with check (true);
create policy auth_all on tenants to countersign_auth using (true) with check (true);
create policy auth_all on organizations to countersign_auth using (true) with check (true);
create policy auth_all on memberships to countersign_auth using (true) with check (true);
-- The OCSP responder sees that a serial number was issued, and nothing else about it.
create policy auth_serials on certificates for select to countersign_auth using (true);
create policy auth_serials on seals for select to countersign_auth using (true);
grant select (serial) on certificates, seals to countersign_auth;
grant select, insert, update on installation, users to countersign_auth;
grant select, insert on authorities, tenants, organizations, memberships to countersign_auth;
grant select, insert, update, delete on sessions to countersign_auth;

-- Workers claim across tenants, then act as `app` inside the tenant of the job.
create policy jobs_all on jobs to countersign_jobs using (true) with check (true);
grant select, update, delete on jobs to countersign_jobs;
