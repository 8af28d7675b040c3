-- When a draft gets another file, the wrapping of the former one goes with it, and the former file is deleted once nothing names it.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create function release_document_file() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      -- Of two drafts that share a file and get new ones at the same time, the second sees that nothing names it any longer.
      perform lock_blob(old.blob_id, true);
      delete from blob_keys k where k.tenant_id = old.tenant_id and k.blob_id = old.blob_id and k.holder_id = old.id;
      update blobs b set unused_since = now() where b.tenant_id = old.tenant_id and b.id = old.blob_id
        and not exists (select from documents d where d.tenant_id = old.tenant_id and d.blob_id = b.id)
        and not exists (select from template_files f where f.tenant_id = old.tenant_id and f.blob_id = b.id);
      return null;
    end
  $$;
create trigger document_file_replaced after update of blob_id on documents for each row
  when (old.blob_id is distinct from new.blob_id) execute function release_document_file();

revoke execute on function release_document_file from public;
grant execute on function lock_blob to countersign_erase;
grant create on schema public to countersign_erase;
alter function release_document_file owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
