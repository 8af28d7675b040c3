-- Legal holds: what one covers is not erased, whatever else says that it is due (ADR 59).
-- To replace and hand over what that role owns, below.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create table legal_holds (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  kind text not null check (kind in ('document', 'person', 'tag')),
  -- Id of the document, key of the person's address, or the tag.
  target text collate "C" not null,
  -- As it was entered.
  label text not null,
  reason text not null,
  placed_by_kind text not null,
  placed_by_id text collate "C" not null,
  placed_at timestamptz(3) not null,
  released_by_kind text,
  released_by_id text collate "C",
  released_at timestamptz(3),
  release_reason text,
  primary key (tenant_id, id),
  check ((released_at is null) = (released_by_id is null))
);
create index legal_holds_standing on legal_holds (tenant_id, kind, target) where (released_at is null);
alter table legal_holds enable row level security;
alter table legal_holds force row level security;
create policy own_tenant on legal_holds to countersign_app using (tenant_id = current_tenant());
create policy erase_own on legal_holds for select to countersign_erase using (tenant_id = current_tenant());
grant select, insert, update (released_by_kind, released_by_id, released_at, release_reason) on legal_holds to countersign_app;
grant select on legal_holds to countersign_erase;
-- Workers pass over what is held, and learn nothing else of it.
create policy jobs_standing on legal_holds for select to countersign_jobs using (true);
grant select (tenant_id, id, released_at) on legal_holds to countersign_jobs;

-- What a hold has covered once it covers until it is released, even if the tag is taken off or the recipient corrected.
create table legal_hold_documents (
  tenant_id text collate "C" not null,
  hold_id text collate "C" not null,
  document_id text collate "C" not null,
  primary key (tenant_id, hold_id, document_id),
  foreign key (tenant_id, hold_id) references legal_holds (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index legal_hold_documents_by_document on legal_hold_documents (tenant_id, document_id);
alter table legal_hold_documents enable row level security;
alter table legal_hold_documents force row level security;
create policy own_tenant on legal_hold_documents to countersign_app using (tenant_id = current_tenant());
create policy erase_own on legal_hold_documents to countersign_erase using (tenant_id = current_tenant());
grant select, insert on legal_hold_documents to countersign_app;
grant select, insert on legal_hold_documents to countersign_erase;
create policy jobs_held on legal_hold_documents for select to countersign_jobs using (true);
grant select on legal_hold_documents to countersign_jobs;

-- Whose documents somebody's are.
create policy erase_addresses on users for select to countersign_erase using (true);
grant select (id, email_key) on users to countersign_erase;

-- Placing a hold takes this lock alone, every erasure takes it with others: a hold waits for what is being erased, and once it is
-- acknowledged no erasure begins without seeing it. Comes before all other locks.
create function lock_holds(alone boolean) returns void
  language sql
  set search_path = pg_catalog, public, pg_temp
  as $$
    select case when alone then pg_advisory_xact_lock(hashtextextended('holds ' || current_tenant(), 0))
      else pg_advisory_xact_lock_shared(hashtextextended('holds ' || current_tenant(), 0)) end
  $$;

-- The holds of the tenant that cover a document: by its id, a tag, its owner, a recipient, or a recipient that its draft names.
create function standing_holds(document text) returns setof text
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    select h.id from legal_holds h where h.tenant_id = current_tenant() and h.released_at is null and (
      (h.kind = 'document' and h.target = document)
      or exists (select from legal_hold_documents p where p.tenant_id = current_tenant() and p.hold_id = h.id and p.document_id = document)
      or (h.kind = 'tag' and exists (select from documents d where d.tenant_id = current_tenant() and d.id = document and h.target = any (d.tags)))
      or (h.kind = 'person' and (
        exists (select from signers s where s.tenant_id = current_tenant() and s.document_id = document and s.email_key = h.target)
        or exists (select from documents d left join users u on u.id = d.owner_id
          where d.tenant_id = current_tenant() and d.id = document and (u.email_key = h.target
            or strpos(lower(coalesce(d.planned::text, '') || coalesce(d.draft::text, '')), '"' || h.target || '"') > 0)))))
  $$;

-- Runs before what would take a document out of reach of a hold.
create function keep_under_hold() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare document text := case when tg_table_name = 'documents' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'document_id' end;
    begin
      insert into legal_hold_documents (tenant_id, hold_id, document_id)
        select old.tenant_id, hold, document from standing_holds(document) hold
        on conflict (tenant_id, hold_id, document_id) do nothing;
      return new;
    end
  $$;
create trigger documents_under_hold before update of tags, owner_id on documents for each row
  when (old.tags is distinct from new.tags or old.owner_id is distinct from new.owner_id) execute function keep_under_hold();
create trigger signers_under_hold before update of email_key on signers for each row
  when (old.email_key is distinct from new.email_key) execute function keep_under_hold();

-- As it was, and never what a hold covers.
create or replace function erase_document(document text, before timestamptz, at timestamptz) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare blob text;
    begin
      perform lock_holds(false);
      if exists (select from standing_holds(document)) then return false; end if;
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

revoke execute on function lock_holds, standing_holds, keep_under_hold from public;
grant execute on function lock_holds to countersign_app, countersign_erase;
grant execute on function standing_holds to countersign_app;
grant create on schema public to countersign_erase;
alter function standing_holds owner to countersign_erase;
alter function keep_under_hold owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
