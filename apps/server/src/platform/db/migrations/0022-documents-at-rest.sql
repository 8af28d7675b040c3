-- Documents beside signing: trash and archive, search by title and tag, erasure at the end of the trash (ADR 27).

-- Signers and fields of a draft, as its sender has entered them so far.
alter table documents add column planned jsonb;

-- Lists by owner (a member's own), by status as the sort, of the trash, and which documents share an upload.
create index documents_by_owner on documents (tenant_id, owner_id, created_at, id) where deleted_at is null;
create index documents_by_status_id on documents (tenant_id, status, id) where deleted_at is null;
create index documents_in_trash on documents (tenant_id, deleted_at, id) where deleted_at is not null;
create index documents_by_blob on documents (tenant_id, blob_id);

-- ------------------------------------------------------------------ search
-- The title without case and accents, made by the server (fold-title.ts), so that it does not depend on the locale of the database.
alter table documents add column folded_title text collate "C" not null default '';

-- What the index of letters is built on, apart from the document's row: that one is written at every step of signing, and each
-- time would go through the index of all its letters.
create table document_titles (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  folded text collate "C" not null,
  tags text[] collate "C" not null default '{}',
  primary key (tenant_id, document_id)
);

-- Every one, two and three letters in a row, so that a search of any length and script has a key; and each tag behind a sign
-- that titles cannot hold. All begin with the tenant: nobody's search reads another tenant's part of the index.
create function search_keys(tenant text, folded text, tags text[]) returns text[]
  language sql immutable parallel safe
  return (select coalesce(array_agg(distinct key), '{}') from (
    select tenant || substr(folded, start, size) as key
      from generate_series(1, 3) size, generate_series(1, length(folded) - size + 1) start
    union all select tenant || chr(1) || tag from unnest(tags) tag) keys);

-- The keys that a match has to have.
create function wanted_keys(tenant text, search text, tag text) returns text[]
  language sql immutable parallel safe
  return (select array_agg(distinct key) from (
    select tenant || substr(search, start, least(length(search), 3)) as key
      from generate_series(1, greatest(length(search) - 2, 1)) start where search is not null
    union all select tenant || chr(1) || tag where tag is not null) keys);

-- Titles of before, folded as well as the database can; a title is folded by the server when it is next changed. Row security
-- holds for the owner of a table too, who may not be a superuser: it is set aside for these statements.
alter table documents no force row level security;
update documents set folded_title = regexp_replace(normalize(lower(normalize(title, nfkd)), nfkd), '[\u0300-\u036f]', '', 'g');
insert into document_titles (tenant_id, document_id, folded, tags)
  select tenant_id, id, folded_title, tags from documents;
-- Before row security is forced again: the check of the key is a statement of the owner's too.
alter table document_titles add foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade;
alter table documents force row level security;
create index document_titles_by_key on document_titles using gin (search_keys(tenant_id, folded, tags));

alter table document_titles enable row level security;
alter table document_titles force row level security;
create policy own_tenant on document_titles to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on document_titles to countersign_app;

-- ------------------------------------------------------------------ functions with rights of their own
-- Their owners can do what the functions do and nothing else, and nobody logs in as them. Every function holds the tenant itself.
do $$
declare role_name text;
begin
  foreach role_name in array array['countersign_search', 'countersign_erase'] loop
    begin
      execute format('create role %I nologin noinherit', role_name);
    exception when duplicate_object or unique_violation then null;
    end;
    -- Only to hand the functions over, below.
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to %I', role_name, current_user);
    end if;
  end loop;
end $$;
grant usage on schema public to countersign_search, countersign_erase;

-- Under row security an operator that might leak what it is given (contains, like) is not let near the rows before the policy
-- has been checked, so no index of it is used. This function reads past the policy.
grant select (tenant_id, id, owner_id, status, deleted_at) on documents to countersign_search;
grant select on document_titles to countersign_search;
create policy search_all on documents for select to countersign_search using (true);
create policy search_all on document_titles for select to countersign_search using (true);

-- Ids of the tenant's documents that match, at most `most` of them, in no order. Null is no filter.
create function search_documents(search text, with_tag text, of_owner text, in_status text, in_trash boolean, most integer)
  returns setof text
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  as $$
    select t.document_id from document_titles t join documents d on d.tenant_id = t.tenant_id and d.id = t.document_id
    where t.tenant_id = current_tenant() and d.tenant_id = current_tenant()
      and search_keys(t.tenant_id, t.folded, t.tags) @> wanted_keys(current_tenant(), search, with_tag)
      and (search is null or strpos(t.folded, search) > 0)
      and (of_owner is null or d.owner_id = of_owner)
      and (in_status is null or d.status = in_status)
      and (d.deleted_at is not null) = in_trash
    limit most
  $$;

-- ------------------------------------------------------------------ erasure
-- When its last document was erased; the file goes next, and this row last.
alter table blobs add column unused_since timestamptz(3);
create index blobs_unused on blobs (unused_since, tenant_id, id) where unused_since is not null;

-- Workers learn what is due across tenants.
create policy jobs_trash on documents for select to countersign_jobs using (deleted_at is not null);
grant select (tenant_id, id, deleted_at, completed_at) on documents to countersign_jobs;
create policy jobs_unused on blobs for select to countersign_jobs using (unused_since is not null);
grant select (tenant_id, id, unused_since) on blobs to countersign_jobs;

do $$
declare t text;
begin
  foreach t in array array['documents', 'revisions', 'signers', 'fields', 'blobs'] loop
    execute format('create policy erase_own on %I to countersign_erase using (tenant_id = current_tenant())', t);
    execute format('grant select, delete on %I to countersign_erase', t);
  end loop;
end $$;
-- `for update` wants a right to update, and so does the mark on the blob.
grant update (deleted_at) on documents to countersign_erase;
grant update (unused_since) on blobs to countersign_erase;

-- Erases a document of the tenant that has lain in the trash since `before` and was never completed: the database itself sees to
-- that, whoever calls. False where there is none such.
create function erase_document(document text, before timestamptz, at timestamptz) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare blob text;
    begin
      select d.blob_id into blob from documents d where d.tenant_id = current_tenant() and d.id = document
        and d.deleted_at <= before and d.completed_at is null and d.status <> 'in-progress' for update;
      if not found then return false; end if;
      delete from fields f where f.tenant_id = current_tenant() and f.document_id = document;
      delete from signers s where s.tenant_id = current_tenant() and s.document_id = document;
      delete from revisions r where r.tenant_id = current_tenant() and r.document_id = document;
      delete from documents d where d.tenant_id = current_tenant() and d.id = document;
      update blobs b set unused_since = at where b.tenant_id = current_tenant() and b.id = blob
        and not exists (select from documents d where d.tenant_id = current_tenant() and d.blob_id = blob);
      return true;
    end
  $$;

-- The row of a file that is no longer there.
create function forget_blob(blob text) returns void
  language sql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$ delete from blobs b where b.tenant_id = current_tenant() and b.id = blob and b.unused_since is not null $$;

revoke execute on function search_documents, erase_document, forget_blob from public;
grant execute on function search_documents, erase_document, forget_blob to countersign_app;
grant create on schema public to countersign_search, countersign_erase;
alter function search_documents owner to countersign_search;
alter function erase_document owner to countersign_erase;
alter function forget_blob owner to countersign_erase;
revoke create on schema public from countersign_search, countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_search, countersign_erase from %I', current_user);
  end if;
end $$;
