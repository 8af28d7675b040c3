-- As before, but each document is named once without sorting all that match, so that counting stops at its limit.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_search to %I', current_user);
  end if;
end $$;
grant create on schema public to countersign_search;
-- Ids of the tenant's documents that match, at most `most` of them, in no order. Null is no filter. Two statements, so that each is
-- led by indexes that its own letters have keys in.
create or replace function search_documents(search text, find text, with_tag text, of_owner text, in_status text, with_archived boolean,
    in_trash boolean, ends_before timestamptz, most integer) returns setof text
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  as $$
    begin
      if find is null then
        return query select t.document_id from document_titles t
          join documents d on d.tenant_id = t.tenant_id and d.id = t.document_id
          where t.tenant_id = current_tenant() and d.tenant_id = current_tenant()
            and search_keys(t.tenant_id, t.folded, t.tags) @> wanted_keys(current_tenant(), search, with_tag)
            and (search is null or strpos(t.folded, search) > 0)
            and (of_owner is null or d.owner_id = of_owner)
            and (in_status is null or d.status = in_status)
            and (with_archived or d.status <> 'archived')
            and (ends_before is null or d.expires_at < ends_before)
            and (d.deleted_at is not null) = in_trash
          limit most;
      else
        return query select d.id from (
            select t.document_id from document_titles t where t.tenant_id = current_tenant() and strpos(t.folded, find) > 0
              and search_keys(t.tenant_id, t.folded, t.tags) @> wanted_keys(current_tenant(), find, null)
            union all
            select r.document_id from document_recipients r
              join documents own on own.tenant_id = current_tenant() and own.id = r.document_id
              where r.tenant_id = current_tenant() and strpos(r.folded, find) > 0 and strpos(own.folded_title, find) = 0
                and search_keys(r.tenant_id, r.folded, '{}') @> wanted_keys(current_tenant(), find, null)
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
revoke create on schema public from countersign_search;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_search from %I', current_user);
  end if;
end $$;
