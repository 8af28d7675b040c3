-- The end of the audit trail's own retention: what opens the commitments of entries goes, and keys that nothing is sealed with any more.
-- Entries about a document that is still kept stay openable as long as it. While a legal hold stands nothing of the tenant goes.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create policy erase_own on memberships for select to countersign_erase using (tenant_id = current_tenant());
grant select (tenant_id, user_id) on memberships to countersign_erase;

create function erase_old_evidence(before timestamptz, most integer) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare gone integer;
    begin
      perform lock_holds(false);
      if exists (select from legal_holds h where h.tenant_id = current_tenant() and h.released_at is null) then return 0; end if;
      delete from audit_personal p where p.tenant_id = current_tenant() and p.entry_id in (
        select e.id from audit_entries e join audit_personal o on o.tenant_id = e.tenant_id and o.entry_id = e.id
          where e.tenant_id = current_tenant() and e.at < before
            and not exists (select from documents d where d.tenant_id = current_tenant() and d.id = e.stream)
          limit most);
      get diagnostics gone = row_count;
      if gone > 0 then
        delete from person_keys k where k.tenant_id = current_tenant()
          and not exists (select from audit_personal p where p.tenant_id = current_tenant() and p.person_id = k.person_id)
          and not exists (select from memberships m where m.tenant_id = current_tenant() and m.user_id = split_part(k.person_id, '/', 1));
      end if;
      return gone;
    end
  $$;

revoke execute on function erase_old_evidence from public;
grant execute on function erase_old_evidence to countersign_app;
grant create on schema public to countersign_erase;
alter function erase_old_evidence owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
