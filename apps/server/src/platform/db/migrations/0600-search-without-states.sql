-- Searches no longer look up the status of a document in the index of titles (ADR 160). The index contained each key of a title
-- twice, alone and together with the status, and was updated when the status changed. New rows have no status, so the index
-- contains their keys once. It need not be rebuilt: it already contains the keys without the status for all rows.
alter table document_titles alter column state drop not null, alter column state drop default;

-- Returns up to `most` IDs of the tenant's matching documents, or all of them, in no particular order. A filter that is null does not
-- apply. The planner cannot estimate how many titles contain a word, so the function first reads up to `few` of them. If there are
-- more, it joins all matches with an index of `documents`, because looking up each document takes five times as long.
create or replace function search_documents(search text, find text, with_tag text, of_owner text, in_status text, with_archived boolean,
    in_trash boolean, ends_before timestamptz, most integer) returns setof text
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  -- Restores the setting that the function changes below.
  set enable_nestloop = on
  as $$
    declare
      is_narrow constant boolean := in_status is not null or of_owner is not null or ends_before is not null or in_trash or most is null;
      few constant integer := case when is_narrow then 2000 else 2 * most end;
      titles text[];
      found_ids text[];
    begin
      if find is null then
        titles := array(select t.document_id from document_titles t
          where t.tenant_id = current_tenant()
            and search_numbers(t.tenant_id, t.folded, t.tags, t.state) @> wanted_numbers(current_tenant(), search, with_tag, null)
            and (search is null or strpos(t.folded, search) > 0)
            and (with_tag is null or with_tag = any (t.tags))
          limit few + 1);
        if cardinality(titles) <= few or not is_narrow then
          found_ids := array(select d.id from unnest(titles) t (id) join documents d on d.tenant_id = current_tenant() and d.id = t.id
            where (of_owner is null or d.owner_id = of_owner)
              and (in_status is null or d.status = in_status)
              and (with_archived or d.status <> 'archived')
              and (ends_before is null or d.expires_at < ends_before)
              and (d.deleted_at is not null) = in_trash
            limit most);
          if cardinality(titles) <= few or cardinality(found_ids) = most then
            return query select unnest(found_ids);
            return;
          end if;
        end if;
        perform set_config('enable_nestloop', 'off', true);
        return query select d.id from document_titles t join documents d on d.tenant_id = t.tenant_id and d.id = t.document_id
          where t.tenant_id = current_tenant() and d.tenant_id = current_tenant()
            and search_numbers(t.tenant_id, t.folded, t.tags, t.state) @> wanted_numbers(current_tenant(), search, with_tag, null)
            and (search is null or strpos(t.folded, search) > 0)
            and (with_tag is null or with_tag = any (t.tags))
            and (of_owner is null or d.owner_id = of_owner)
            and (in_status is null or d.status = in_status)
            and (with_archived or d.status <> 'archived')
            and (ends_before is null or d.expires_at < ends_before)
            and (d.deleted_at is not null) = in_trash
          limit most;
      else
        return query select d.id from (
            select t.document_id from document_titles t where t.tenant_id = current_tenant() and strpos(t.folded, find) > 0
              and search_numbers(t.tenant_id, t.folded, t.tags, t.state) @> wanted_numbers(current_tenant(), find, null, null)
            union all
            select r.document_id from document_recipients r
              join documents own on own.tenant_id = current_tenant() and own.id = r.document_id
              where r.tenant_id = current_tenant() and strpos(r.folded, find) > 0 and strpos(own.folded_title, find) = 0
                and search_numbers(r.tenant_id, r.folded, '{}', null) @> wanted_numbers(current_tenant(), find, null, null)
                and not exists (select from document_recipients other where other.tenant_id = current_tenant()
                  and other.document_id = r.document_id and other.signer_id < r.signer_id and strpos(other.folded, find) > 0)) hits
          join documents d on d.tenant_id = current_tenant() and d.id = hits.document_id
          where (search is null or strpos(d.folded_title, search) > 0)
            and (with_tag is null or with_tag = any (d.tags))
            and (of_owner is null or d.owner_id = of_owner)
            and (in_status is null or d.status = in_status)
            and (with_archived or d.status <> 'archived')
            and (ends_before is null or d.expires_at < ends_before)
            and (d.deleted_at is not null) = in_trash
          limit most;
      end if;
    end
  $$;

drop policy search_all on outbox;
drop policy search_all on statistics_positions;
revoke select (tenant_id, id, document_id, xid) on outbox from countersign_search;
revoke select (tenant_id, xid, event_id, counted_through) on statistics_positions from countersign_search;
