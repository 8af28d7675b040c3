-- Documents are found by their recipients too (ADR 27). What the index of letters is built on stands apart from the recipient's
-- row: that one is written at every step of signing, and each time would go through the index of all its letters.
create table document_recipients (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  signer_id text collate "C" not null,
  -- Name and address without case and accents, made by the server (fold-title.ts).
  folded text collate "C" not null,
  primary key (tenant_id, document_id, signer_id)
);

-- Recipients of before, folded as well as the database can. Row security holds for the owner of a table too, who may not be a
-- superuser: it is set aside for these statements.
alter table signers no force row level security;
alter table documents no force row level security;
insert into document_recipients (tenant_id, document_id, signer_id, folded)
  select tenant_id, document_id, id,
    regexp_replace(normalize(lower(normalize(name || ' ' || email, nfkd)), nfkd), '[\u0300-\u036f]', '', 'g') from signers;
alter table document_recipients add foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade;
alter table signers force row level security;
alter table documents force row level security;
create index document_recipients_by_key on document_recipients using gin (search_keys(tenant_id, folded, '{}'));

alter table document_recipients enable row level security;
alter table document_recipients force row level security;
create policy own_tenant on document_recipients to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on document_recipients to countersign_app;

-- The one search: by title, by title or recipient, by tag.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_search to %I', current_user);
  end if;
end $$;
grant select on document_recipients to countersign_search;
create policy search_all on document_recipients for select to countersign_search using (true);
grant select (folded_title, tags, expires_at) on documents to countersign_search;
grant create on schema public to countersign_search;
drop function search_documents(text, text, text, text, boolean, boolean, integer);
-- Ids of the tenant's documents that match, at most `most` of them, in no order. Null is no filter. Two statements, so that each is
-- led by indexes that its own letters have keys in.
create function search_documents(search text, find text, with_tag text, of_owner text, in_status text, with_archived boolean,
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
            union
            select r.document_id from document_recipients r where r.tenant_id = current_tenant() and strpos(r.folded, find) > 0
              and search_keys(r.tenant_id, r.folded, '{}') @> wanted_keys(current_tenant(), find, null)) hits
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
revoke execute on function search_documents from public;
grant execute on function search_documents to countersign_app;
alter function search_documents owner to countersign_search;
revoke create on schema public from countersign_search;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_search from %I', current_user);
  end if;
end $$;
