-- Files that come in on a device that was handed over belong to that session (ADR 44): who holds the mailed link does not find
-- them, and what they attached is not found on the device.
alter table attachments add column in_person_id text collate "C";
-- One a field, and one of each session.
alter table attachments drop constraint attachments_tenant_id_field_id_key;
create unique index attachments_by_field on attachments (tenant_id, field_id, coalesce(in_person_id, ''));

-- Whatever ends a session (the signature, the host, the next session, the sweeper after its time) takes with it what nobody has
-- signed with.
create function release_in_person_files() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare before text := current_setting('app.tenant', true);
    begin
      -- The sweeper, which takes the rows of all, has no tenant set; policies and the next trigger (0029) go by it.
      perform set_config('app.tenant', old.tenant_id, true);
      delete from attachments a where a.tenant_id = old.tenant_id and a.signer_id = old.signer_id and a.in_person_id = old.id
        and a.bound_at is null;
      perform set_config('app.tenant', coalesce(before, ''), true);
      return null;
    end
  $$;
revoke execute on function release_in_person_files from public;
create trigger in_person_ended after update of ended_at on in_person_sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function release_in_person_files();
create trigger in_person_gone after delete on in_person_sessions for each row
  execute function release_in_person_files();

create policy erase_unsigned on attachments to countersign_erase using (tenant_id = current_tenant() and bound_at is null);
grant select, delete on attachments to countersign_erase;

-- As for the other functions of this role (0022): whoever migrates may give it away without being its owner's member later.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;
grant create on schema public to countersign_erase;
alter function release_in_person_files owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
