-- Accounts that prove their address, several sessions a person, and organizations with settings and invitations.
-- `users`, `sessions` and the tables here without a tenant belong to a person, not to an organization: only the role
-- `auth` sees them, and `app` knows of its own members what the columns granted to it say.

-- ------------------------------------------------------------------ people
alter table users
  -- Mail reached the person at this address: what only its holder may do (signing by session) rests on it.
  add column email_verified_at timestamptz(3),
  add column locale text,
  add column time_zone text,
  add column signature jsonb,
  add column last_login_at timestamptz(3),
  -- Where the next login leads; the person may have left it since.
  add column last_tenant_id text collate "C";

alter table sessions
  -- What a list of sessions names; the token's hash never leaves the database.
  add column id text collate "C" not null default 'ses_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 26),
  add column method text not null default 'password' check (method in ('password', 'passkey', 'saml', 'oidc')),
  -- When the person last proved who they are in this session; what is sensitive asks for that to be recent.
  add column proved_at timestamptz(3),
  add column address text not null default '',
  add column user_agent text not null default '';
alter table sessions alter column id drop default;
alter table sessions alter column method drop default;
create unique index sessions_by_id on sessions (id);

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

-- Links in mails to people with an account; each works once. The link is an HMAC over the id, so nothing here opens anything.
create table email_tokens (
  id text collate "C" primary key,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'undo-email-change')),
  user_id text collate "C" not null references users (id),
  email text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index email_tokens_by_user on email_tokens (user_id, purpose, created_at);

-- Browsers in which somebody has logged in before.
create table known_devices (
  user_id text collate "C" not null references users (id),
  device_hash bytea not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (user_id, device_hash)
);

-- Wrong passwords by account, device and network address. A bucket is a hash: whoever reads this learns no address.
create table login_attempts (
  bucket bytea primary key,
  failures integer not null,
  last_at timestamptz(3) not null,
  blocked_until timestamptz(3)
);
create index login_attempts_by_age on login_attempts (last_at);

do $$
declare t text;
begin
  foreach t in array array['registrations', 'email_tokens', 'known_devices', 'login_attempts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy auth_all on %I to countersign_auth using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to countersign_auth', t);
  end loop;
end $$;

-- ------------------------------------------------------------------ organizations
alter table organizations
  add column delete_requested_at timestamptz(3),
  add column delete_at timestamptz(3),
  add column deleted_at timestamptz(3);

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
  primary key (tenant_id, id)
);
-- One open invitation a person: asking again renews it.
create unique index invitations_open on invitations (tenant_id, email_key) where accepted_at is null and revoked_at is null;

alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_tenant on invitations to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on invitations to countersign_app;
grant select (email_verified_at, last_login_at) on users to countersign_app;
grant update (name, settings, delete_requested_at, delete_at, deleted_at) on organizations to countersign_app;
grant update (role), delete on memberships to countersign_app;

-- ------------------------------------------------------------------ signing by session
-- A person with a session signs what was sent to their verified address, in whichever organization that is: the look-up knows
-- the document and the address and no tenant. Of a signer's row `auth` sees who it is for, and nothing that was written there.
create index signers_by_email on signers (email_key, document_id);
create policy auth_own on signers for select to countersign_auth using (true);
grant select (tenant_id, document_id, id, email_key, link_generation) on signers to countersign_auth;
