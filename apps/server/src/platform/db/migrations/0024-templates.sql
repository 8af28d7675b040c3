-- Templates and bulk sends (ADR 33).

-- A template is a file, which stays, and versions of who signs where. Documents name the same file: it goes with the last of all.
create table templates (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  owner_id text collate "C" not null references users (id),
  name text not null,
  folded_name text collate "C" not null,
  description text,
  shared boolean not null default false,
  version integer not null,
  filename text not null,
  pages jsonb not null,
  size_bytes bigint not null,
  sha256 text collate "C" not null,
  blob_id text collate "C" not null,
  hash_state bytea not null,
  has_signatures boolean not null,
  warnings text[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index templates_by_change on templates (tenant_id, updated_at, id) where deleted_at is null;
create index templates_in_trash on templates (deleted_at) where deleted_at is not null;
create index templates_by_blob on templates (tenant_id, blob_id);

create table template_versions (
  tenant_id text collate "C" not null,
  template_id text collate "C" not null,
  version integer not null,
  name text not null,
  -- Roles, fields, order and the words of the mail.
  content jsonb not null,
  made_by text collate "C" not null references users (id),
  created_at timestamptz(3) not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references templates (tenant_id, id)
);

create table bulk_sends (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  -- No foreign key: what was sent is told after the template is erased.
  template_id text collate "C" not null,
  template_version integer not null,
  template_name text not null,
  -- Whose the documents will be, and who asked for them.
  owner_id text collate "C" not null references users (id),
  party jsonb not null,
  title text,
  settings jsonb not null,
  -- Names of the columns, and what each holds.
  columns jsonb not null,
  total integer not null,
  status text not null default 'running' check (status in ('running', 'completed', 'cancelled')),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (tenant_id, id)
);
create index bulk_sends_running on bulk_sends (tenant_id, id) where status = 'running';

-- A row becomes a document in the transaction that marks it: never twice, and never forgotten.
create table bulk_send_rows (
  tenant_id text collate "C" not null,
  bulk_send_id text collate "C" not null,
  n integer not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'cancelled')),
  "values" text[] not null,
  document_id text collate "C",
  error jsonb,
  primary key (tenant_id, bulk_send_id, n),
  unique (tenant_id, document_id),
  check ((status = 'sent') = (document_id is not null)),
  foreign key (tenant_id, bulk_send_id) references bulk_sends (tenant_id, id)
);
create index bulk_send_rows_by_status on bulk_send_rows (tenant_id, bulk_send_id, status, n);

do $$
declare t text;
begin
  foreach t in array array['templates', 'template_versions', 'bulk_sends', 'bulk_send_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_tenant on %I to countersign_app using (tenant_id = current_tenant())', t);
  end loop;
end $$;
grant select, insert, update on templates, bulk_sends, bulk_send_rows to countersign_app;
grant select, insert on template_versions to countersign_app;

-- ------------------------------------------------------------------ erasure
-- Workers learn what is due across tenants.
create policy jobs_trash on templates for select to countersign_jobs using (deleted_at is not null);
grant select (tenant_id, id, deleted_at) on templates to countersign_jobs;

do $$
declare t text;
begin
  foreach t in array array['templates', 'template_versions'] loop
    execute format('create policy erase_own on %I to countersign_erase using (tenant_id = current_tenant())', t);
    execute format('grant select, delete on %I to countersign_erase', t);
  end loop;
end $$;
grant update (deleted_at) on templates to countersign_erase;
create policy erase_own on bulk_sends for select to countersign_erase using (tenant_id = current_tenant());
grant select on bulk_sends to countersign_erase;

-- Only for a moment: whoever migrates replaces a function of that role and makes another for it.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;
grant create on schema public to countersign_erase;

-- As before, and a file that a template still has is kept.
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
        and not exists (select from templates t where t.tenant_id = current_tenant() and t.blob_id = blob);
      return true;
    end
  $$;

-- Erases a template that has lain in the trash since `before` and that no bulk send still works with.
create function erase_template(template text, before timestamptz, at timestamptz) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare blob text;
    begin
      select t.blob_id into blob from templates t where t.tenant_id = current_tenant() and t.id = template
        and t.deleted_at <= before
        and not exists (select from bulk_sends b where b.tenant_id = current_tenant() and b.template_id = template
          and b.status = 'running') for update;
      if not found then return false; end if;
      delete from template_versions v where v.tenant_id = current_tenant() and v.template_id = template;
      delete from templates t where t.tenant_id = current_tenant() and t.id = template;
      update blobs b set unused_since = at where b.tenant_id = current_tenant() and b.id = blob
        and not exists (select from documents d where d.tenant_id = current_tenant() and d.blob_id = blob)
        and not exists (select from templates t where t.tenant_id = current_tenant() and t.blob_id = blob);
      return true;
    end
  $$;
revoke execute on function erase_template from public;
grant execute on function erase_template to countersign_app;
alter function erase_template owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
