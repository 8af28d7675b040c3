-- Each file is encrypted with a key of its own (ADR 67).
-- To hand over what that role owns, below.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

-- What the keys of a tenant's files are wrapped under; sealed by the master key.
create table tenant_keys (
  tenant_id text collate "C" primary key references tenants (tenant_id),
  key_sealed bytea not null
);
alter table tenant_keys enable row level security;
alter table tenant_keys force row level security;
create policy own_tenant on tenant_keys to countersign_app using (tenant_id = current_tenant());
grant select, insert on tenant_keys to countersign_app;

-- Those of files stored before are encrypted in the background. `file`: its name in the store where that is not the id, since a name is
-- written once.
alter table blobs add column is_sealed boolean not null default false;
alter table blobs add column file text collate "C";
create index blobs_by_file on blobs (tenant_id, file) where (file is not null);
create index blobs_plain on blobs (tenant_id, id) where (not is_sealed and unused_since is null);
grant update (is_sealed, file) on blobs to countersign_erase;
grant select (is_sealed, file) on blobs to countersign_jobs;

-- The key of a file, wrapped once for each document, template, attachment and export that names it.
create table blob_keys (
  tenant_id text collate "C" not null,
  blob_id text collate "C" not null,
  holder_id text collate "C" not null,
  wrapped bytea not null,
  primary key (tenant_id, blob_id, holder_id),
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id) on delete cascade
);
alter table blob_keys enable row level security;
alter table blob_keys force row level security;
create policy own_tenant on blob_keys to countersign_app using (tenant_id = current_tenant());
create policy erase_own on blob_keys to countersign_erase using (tenant_id = current_tenant());
grant select, insert on blob_keys to countersign_app;
grant select, delete on blob_keys to countersign_erase;

-- However the row of a holder goes, its wrapping goes with it. The argument is the column with the holder's id.
create function release_blob_key() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      delete from blob_keys k where k.tenant_id = old.tenant_id and k.blob_id = old.blob_id
        and k.holder_id = to_jsonb(old) ->> tg_argv[0];
      return null;
    end
  $$;
create trigger document_key_gone after delete on documents for each row execute function release_blob_key('id');
create trigger attachment_key_gone after delete on attachments for each row execute function release_blob_key('id');
create trigger template_key_gone after delete on template_files for each row execute function release_blob_key('template_id');
create trigger export_key_gone after delete on export_parts for each row execute function release_blob_key('export_id');

-- Encrypting a file takes this lock alone, and whatever is about to name one that is there takes it with others: none begins to name a file
-- without a wrapping while the file gets its key.
create function lock_blob(blob text, alone boolean) returns void
  language sql
  set search_path = pg_catalog, public, pg_temp
  as $$
    select case when alone then pg_advisory_xact_lock(hashtextextended('blob ' || blob, 0))
      else pg_advisory_xact_lock_shared(hashtextextended('blob ' || blob, 0)) end
  $$;

-- From now on the file of that name is the blob's, and encrypted. False where it is encrypted already, or about to be erased.
create function seal_blob(blob text, name text) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      update blobs b set is_sealed = true, file = name where b.tenant_id = current_tenant() and b.id = blob
        and not b.is_sealed and b.unused_since is null;
      return found;
    end
  $$;

-- How far the encryption of what was stored before has come. One row; whoever is at it renews the lease.
create table blob_encryption (
  id integer primary key default 1 check (id = 1),
  lease_until timestamptz(3) not null default '-infinity',
  files integer not null default 0,
  bytes bigint not null default 0
);
insert into blob_encryption default values;
alter table blob_encryption enable row level security;
alter table blob_encryption force row level security;
create policy jobs_encryption on blob_encryption to countersign_jobs using (true) with check (true);
grant select, update on blob_encryption to countersign_jobs;

revoke execute on function release_blob_key, lock_blob, seal_blob from public;
grant execute on function lock_blob, seal_blob to countersign_app;
grant create on schema public to countersign_erase;
alter function release_blob_key owner to countersign_erase;
alter function seal_blob owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
