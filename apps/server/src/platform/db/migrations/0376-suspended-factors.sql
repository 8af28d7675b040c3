-- What the recovery of an account suspends (ADR 91). Rows move here, so that no statement that reads factors can take a suspended one.
create table suspended_passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  suspended_at timestamptz(3) not null
);
create index suspended_passkeys_by_user on suspended_passkeys (user_id);
alter table suspended_passkeys enable row level security;
alter table suspended_passkeys force row level security;
create policy auth_all on suspended_passkeys to countersign_auth using (true) with check (true);
grant select, insert, delete on suspended_passkeys to countersign_auth;

create table suspended_totp_factors (
  user_id text collate "C" primary key references users (id),
  secret_sealed bytea not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3) not null,
  last_step bigint not null,
  suspended_at timestamptz(3) not null
);
alter table suspended_totp_factors enable row level security;
alter table suspended_totp_factors force row level security;
create policy auth_all on suspended_totp_factors to countersign_auth using (true) with check (true);
grant select, insert, update, delete on suspended_totp_factors to countersign_auth;

-- A suspended key is revoked as well, so it is refused, hidden and not counted like any revoked key.
alter table api_keys add column suspended_at timestamptz(3);
