-- The end of the audit trail's own retention (ADR 59): entries go from the beginning of their chain on. What is left is still a chain, which
-- begins behind an entry whose hash stays here.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

alter table audit_streams
  -- Number of the first entry that is kept.
  add column starts_n integer not null default 0,
  -- Hash of the one before it; null while none is gone.
  add column starts_hash text collate "C",
  add constraint audit_streams_start check ((starts_n = 0) = (starts_hash is null));
create policy erase_own on audit_streams to countersign_erase using (tenant_id = current_tenant());
grant select, update (starts_n, starts_hash) on audit_streams to countersign_erase;
-- Select alone was allowed.
drop policy erase_own on audit_entries;
create policy erase_own on audit_entries to countersign_erase using (tenant_id = current_tenant());
grant delete on audit_entries to countersign_erase;

-- Entries about a document that is still kept stay as long as it. While a legal hold stands nothing of the tenant goes. With the entries
-- goes what opens their commitments, and then the keys that seal nothing any more.
create function erase_old_entries(before timestamptz, most integer) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare
      ids text[];
      streams text[];
      gone integer;
    begin
      perform lock_holds(false);
      if exists (select from legal_holds h where h.tenant_id = current_tenant() and h.released_at is null) then return 0; end if;
      -- No time in a chain is earlier than the one before it, so by time and number its oldest are its first.
      select array_agg(o.id), array_agg(distinct o.stream) into ids, streams from (
        select e.id, e.stream from audit_entries e
          where e.tenant_id = current_tenant() and e.at < before
            and not exists (select from documents d where d.tenant_id = current_tenant() and d.id = e.stream)
          order by e.at, e.stream, e.n limit most) o;
      if ids is null then return 0; end if;
      perform from audit_streams s where s.tenant_id = current_tenant() and s.stream = any (streams) order by s.stream for update;
      with erased as (
          delete from audit_entries e where e.tenant_id = current_tenant() and e.stream = any (streams) and e.at < before and e.id = any (ids)
          returning e.stream, e.n, e.hash),
        last as (select distinct on (stream) stream, n, hash from erased order by stream, n desc)
      update audit_streams s set starts_n = last.n + 1, starts_hash = last.hash from last
        where s.tenant_id = current_tenant() and s.stream = last.stream;
      delete from audit_personal p where p.tenant_id = current_tenant() and p.entry_id = any (ids);
      get diagnostics gone = row_count;
      if gone > 0 then
        delete from person_keys k where k.tenant_id = current_tenant()
          and not exists (select from audit_personal p where p.tenant_id = current_tenant() and p.person_id = k.person_id)
          and not exists (select from memberships m where m.tenant_id = current_tenant() and m.user_id = split_part(k.person_id, '/', 1));
      end if;
      return cardinality(ids);
    end
  $$;
revoke execute on function erase_old_entries from public;
grant execute on function erase_old_entries to countersign_app;
grant create on schema public to countersign_erase;
alter function erase_old_entries owner to countersign_erase;
revoke create on schema public from countersign_erase;
drop function erase_old_evidence;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
