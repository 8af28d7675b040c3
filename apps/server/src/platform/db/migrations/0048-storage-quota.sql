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
grant select, insert, update, delete on organization_storage to countersign_auth;
create policy own_organization on organization_storage for select to countersign_app
  using (organization_id = (select t.organization_id from tenants t where t.tenant_id = current_tenant()));
grant select on organization_storage to countersign_app;

create policy erase_own on organization_storage to countersign_erase
  using (organization_id = (select t.organization_id from tenants t where t.tenant_id = current_tenant()));
grant select, update on organization_storage to countersign_erase;
create policy erase_own on tenants for select to countersign_erase using (tenant_id = current_tenant());
grant select (tenant_id, organization_id) on tenants to countersign_erase;

-- Setting a quota takes this lock alone and every file's row takes it with others: none is counted twice, and none is missed.
create function lock_storage(organization text, alone boolean) returns void
  language sql
  set search_path = pg_catalog, public, pg_temp
  as $$
    select case when alone then pg_advisory_xact_lock(hashtextextended('storage ' || organization, 0))
      else pg_advisory_xact_lock_shared(hashtextextended('storage ' || organization, 0)) end
  $$;

revoke execute on function lock_storage from public;
grant execute on function lock_storage to countersign_auth, countersign_erase;

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
revoke execute on function count_storage from public;
create trigger blob_counted after insert or delete on blobs for each row execute function count_storage();

-- As for the other functions of this role (0022).
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;
grant create on schema public to countersign_erase;
alter function count_storage owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
