-- When each person last signed in, and where the next sign-in leads. A table of its own, so that a sign-in changes no row that other tables
-- are joined with. The columns of users stay for processes of the previous release. Without a foreign key, because Citus would move the
-- table to its workers for it. A person who has signed in is never deleted, only overwritten.
create table last_sign_ins (
  user_id text collate "C" primary key,
  at timestamptz(3),
  -- The person may have left it since.
  last_tenant_id text collate "C"
);
alter table users no force row level security;
insert into last_sign_ins (user_id, at, last_tenant_id)
  select id, last_login_at, last_tenant_id from users where last_login_at is not null or last_tenant_id is not null;
alter table users force row level security;
alter table last_sign_ins enable row level security;
alter table last_sign_ins force row level security;
create policy auth_all on last_sign_ins to countersign_auth using (true) with check (true);
create policy own_members on last_sign_ins to countersign_app
  using (exists (select from memberships m where m.tenant_id = current_tenant() and m.user_id = last_sign_ins.user_id));
grant select, insert, update, delete on last_sign_ins to countersign_auth;
grant select (user_id, at) on last_sign_ins to countersign_app;
