-- Templates get other files, bulk sends forget their rows, and lists are sorted by expiry and leave archived documents out (ADR 41).

-- ------------------------------------------------------------------ files of templates
-- A version has a file: the one it came with, or the one that the version before it had. Documents name the same files.
create table template_files (
  tenant_id text collate "C" not null,
  template_id text collate "C" not null,
  -- That it came with.
  version integer not null,
  filename text not null,
  pages jsonb not null,
  size_bytes bigint not null,
  sha256 text collate "C" not null,
  blob_id text collate "C" not null,
  hash_state bytea not null,
  has_signatures boolean not null,
  warnings text[] not null default '{}',
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references templates (tenant_id, id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index template_files_by_blob on template_files (tenant_id, blob_id);

-- Row security holds for the owner of a table too, who may not be a superuser: it is set aside for these statements.
alter table templates no force row level security;
alter table template_versions no force row level security;
insert into template_files
  select tenant_id, id, 1, filename, pages, size_bytes, sha256, blob_id, hash_state, has_signatures, warnings from templates;
alter table template_versions add column file_version integer not null default 1;
alter table template_versions alter column file_version drop default;
alter table template_versions add foreign key (tenant_id, template_id, file_version)
  references template_files (tenant_id, template_id, version);
alter table templates force row level security;
alter table template_versions force row level security;
alter table templates drop column filename, drop column pages, drop column size_bytes, drop column sha256, drop column blob_id,
  drop column hash_state, drop column has_signatures, drop column warnings;

alter table template_files enable row level security;
alter table template_files force row level security;
create policy own_tenant on template_files to countersign_app using (tenant_id = current_tenant());
grant select, insert on template_files to countersign_app;
create policy erase_own on template_files to countersign_erase using (tenant_id = current_tenant());
grant select, delete on template_files to countersign_erase;

-- ------------------------------------------------------------------ rows of bulk sends
-- Names, addresses and values of people: erased 90 days after the bulk send ended. How many there were stays.
alter table bulk_sends
  add column rows_erased_at timestamptz(3),
  add column erased_sent integer not null default 0,
  add column erased_failed integer not null default 0;
create index bulk_sends_with_rows on bulk_sends (finished_at) where finished_at is not null and rows_erased_at is null;

create policy jobs_old on bulk_sends to countersign_jobs using (finished_at < now() - interval '90 days');
create policy jobs_old on bulk_send_rows to countersign_jobs using (exists (select from bulk_sends b
  where b.tenant_id = bulk_send_rows.tenant_id and b.id = bulk_send_id and b.finished_at < now() - interval '90 days'));
grant select (tenant_id, id, finished_at, rows_erased_at), update (rows_erased_at, erased_sent, erased_failed)
  on bulk_sends to countersign_jobs;
grant select (tenant_id, bulk_send_id, status), delete on bulk_send_rows to countersign_jobs;

-- ------------------------------------------------------------------ erasure
-- Only for a moment: whoever migrates replaces functions of that role.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;
grant create on schema public to countersign_erase;

-- As before; what a template has is in another table. (Files that signers attached go by their trigger, 0029.)
create or replace function erase_document(document text, before timestamptz, at timestamptz) returns boolean
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
        and not exists (select from documents d where d.tenant_id = current_tenant() and d.blob_id = blob)
        and not exists (select from template_files f where f.tenant_id = current_tenant() and f.blob_id = blob);
      return true;
    end
  $$;

-- As before, with the files of all versions.
create or replace function erase_template(template text, before timestamptz, at timestamptz) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare files text[];
    begin
      perform from templates t where t.tenant_id = current_tenant() and t.id = template and t.deleted_at <= before
        and not exists (select from bulk_sends b where b.tenant_id = current_tenant() and b.template_id = template
          and b.status = 'running') for update;
      if not found then return false; end if;
      select array_agg(f.blob_id) into files from template_files f
        where f.tenant_id = current_tenant() and f.template_id = template;
      delete from template_versions v where v.tenant_id = current_tenant() and v.template_id = template;
      delete from template_files f where f.tenant_id = current_tenant() and f.template_id = template;
      delete from templates t where t.tenant_id = current_tenant() and t.id = template;
      update blobs b set unused_since = at where b.tenant_id = current_tenant() and b.id = any (files)
        and not exists (select from documents d where d.tenant_id = current_tenant() and d.blob_id = b.id)
        and not exists (select from template_files f where f.tenant_id = current_tenant() and f.blob_id = b.id);
      return true;
    end
  $$;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;

-- ------------------------------------------------------------------ lists
-- By expiry: what has none stands behind all that has one.
create index documents_by_expiry on documents (tenant_id, coalesce(expires_at, timestamptz 'infinity'), id) where deleted_at is null;
-- What expires next among those that wait: what is completed expired long ago, and would all be walked past.
create index documents_by_status_expiry on documents (tenant_id, status, coalesce(expires_at, timestamptz 'infinity'), id)
  where deleted_at is null;
-- Many archived at once were changed at once, and all of them would be walked past: by the lists of one state, and by those
-- without archived documents.
create index documents_by_status_updated on documents (tenant_id, status, updated_at, id) where deleted_at is null;
create index documents_current_by_updated on documents (tenant_id, updated_at, id) where deleted_at is null and status <> 'archived';
create index documents_current_by_expiry on documents (tenant_id, coalesce(expires_at, timestamptz 'infinity'), id)
  where deleted_at is null and status <> 'archived';

-- Searches leave archived documents out as well.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_search to %I', current_user);
  end if;
end $$;
grant create on schema public to countersign_search;
drop function search_documents(text, text, text, text, boolean, integer);
create function search_documents(search text, with_tag text, of_owner text, in_status text, with_archived boolean, in_trash boolean,
    most integer) returns setof text
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
      and (with_archived or d.status <> 'archived')
      and (d.deleted_at is not null) = in_trash
    limit most
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
