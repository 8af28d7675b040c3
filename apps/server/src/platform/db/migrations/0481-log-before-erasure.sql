-- Entries are erased only when the transparency log has their hashes: after that, nobody could compute them.
create policy erase_own on log_queue for select to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on log_backfills for select to countersign_erase using (tenant_id = current_tenant());
grant select on log_queue, log_backfills to countersign_erase;

create or replace function erase_old_entries(before timestamptz, most integer) returns integer
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
      if exists (select from log_backfills b where b.tenant_id = current_tenant()) then return 0; end if;
      -- No time in a chain is earlier than the one before it, so by time and number its oldest are its first.
      select array_agg(o.id), array_agg(distinct o.stream) into ids, streams from (
        select e.id, e.stream from audit_entries e
          where e.tenant_id = current_tenant() and e.at < before
            and not exists (select from documents d where d.tenant_id = current_tenant() and d.id = e.stream)
            and not exists (select from log_queue q where q.tenant_id = current_tenant() and q.stream = e.stream)
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
