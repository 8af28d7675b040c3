-- Programs that wait for a person to confirm their code (RFC 8628). Rows live for ten minutes. Both codes are stored as hashes.
create table device_sign_ins (
  device_hash bytea primary key,
  user_code_hash bytea not null unique,
  device text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  address text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Set when a person has confirmed the code: who, and the key to create.
  user_id text collate "C" references users (id),
  approval jsonb,
  constraint approved_by_someone check ((user_id is null) = (approval is null))
);
create index device_sign_ins_by_age on device_sign_ins (expires_at);
create index device_sign_ins_by_user on device_sign_ins (user_id) where user_id is not null;
alter table device_sign_ins enable row level security;
alter table device_sign_ins force row level security;
create policy auth_all on device_sign_ins to countersign_auth using (true) with check (true);
grant select, insert, update, delete on device_sign_ins to countersign_auth;
