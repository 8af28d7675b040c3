-- An encrypted file is checked by its tags: the hashes of its plain chunks go when it is encrypted (ADR 67).
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create policy erase_own on blob_chunks to countersign_erase using (tenant_id = current_tenant());
grant select, delete on blob_chunks to countersign_erase;

create or replace function seal_blob(blob text, name text) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      update blobs b set is_sealed = true, file = name where b.tenant_id = current_tenant() and b.id = blob
        and not b.is_sealed and b.unused_since is null;
      if not found then
        return false;
      end if;
      delete from blob_chunks c where c.tenant_id = current_tenant() and c.blob_id = blob;
      return true;
    end
  $$;

-- Those of files that were encrypted before this.
alter table blobs no force row level security;
alter table blob_chunks no force row level security;
delete from blob_chunks c using blobs b where b.tenant_id = c.tenant_id and b.id = c.blob_id and b.is_sealed;
alter table blobs force row level security;
alter table blob_chunks force row level security;

do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
