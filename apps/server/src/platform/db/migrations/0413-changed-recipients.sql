-- Until the first signature the sender can change recipients and fields of a document that is out. Its first revision is then built
-- again from the upload.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

-- Generations of the link that ended because the sender changed the document, and that were the same person's.
alter table signers add column replaced_generations integer[] not null default '{}';
-- Whether tags in the text became fields at sending. Their places stay covered when the revision is built again.
alter table documents add column has_placed_tags boolean not null default false;

-- Clears what sending wrote for a document that nobody has signed: its revision and its fields, with files that were attached. False
-- where somebody has signed, and where a legal hold covers the document. The caller holds the lock of legal holds and the document's row.
create function clear_sent_revision(document text) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      if exists (select from standing_holds(document)) then return false; end if;
      perform from documents d where d.tenant_id = current_tenant() and d.id = document and d.status = 'in-progress';
      if not found then return false; end if;
      if exists (select from signers s where s.tenant_id = current_tenant() and s.document_id = document and s.status in ('signed', 'declined'))
        or exists (select from revisions r where r.tenant_id = current_tenant() and r.document_id = document and r.n > 1) then return false; end if;
      delete from fields f where f.tenant_id = current_tenant() and f.document_id = document;
      delete from revisions r where r.tenant_id = current_tenant() and r.document_id = document;
      return true;
    end
  $$;

revoke execute on function clear_sent_revision from public;
grant execute on function clear_sent_revision to countersign_app;
grant create on schema public to countersign_erase;
alter function clear_sent_revision owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
