-- Second factors of a person: an authenticator app, recovery codes, passkeys. All of it belongs to the person, not to an
-- organization: only the role `auth` sees it.

-- Since when a password alone logs nobody in; null without a second factor. Kept with every change of the tables below, under
-- the lock of this row, so that a login learns it with the person and costs the same statements for everybody.
alter table users add column two_factor_since timestamptz(3);
grant select (two_factor_since) on users to countersign_app;

-- What the person proved beside the password when this session began, or in it. An organization that requires a second factor
-- judges by it at every request.
alter table sessions add column second_factor text
  check (second_factor in ('totp', 'recovery-code', 'passkey', 'identity-provider'));

-- Between a right password and the second factor. A table of its own: what is in here can never be taken for a session.
create table login_steps (
  token_hash bytea primary key,
  user_id text collate "C" not null references users (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index login_steps_by_age on login_steps (expires_at);

create table totp_factors (
  user_id text collate "C" primary key references users (id),
  secret_sealed bytea not null,
  created_at timestamptz(3) not null,
  -- Null until a code from the app has shown that it holds the secret.
  confirmed_at timestamptz(3),
  -- The time step of the newest code taken (RFC 6238 §5.2): a code, and any older one, works once.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id text collate "C" not null references users (id),
  -- SHA-256 over person and code; 80 random bits need no slow hash.
  code_hash bytea not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

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

-- Each is answered once, for what it was made for, by whom it was made for (nobody in particular at a login).
create table webauthn_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'log-in', 'second-step', 'step-up')),
  user_id text collate "C" references users (id),
  expires_at timestamptz(3) not null
);
create index webauthn_challenges_by_age on webauthn_challenges (expires_at);

do $$
declare t text;
begin
  foreach t in array array['login_steps', 'totp_factors', 'recovery_codes', 'passkeys', 'webauthn_challenges'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy auth_all on %I to countersign_auth using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to countersign_auth', t);
  end loop;
end $$;
