-- The archive of the database's log copies each file before the log that names it (ADR 74). Which transaction named a file last tells which
-- are new since the archive last looked. Rows lie in the order in which they were written, so an index over ranges of pages is enough.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

-- Those that are there are copied when the archive begins, whatever it says; a constant default writes none of them anew.
alter table blobs add column xid bigint not null default 0;
alter table blobs alter column xid set default pg_current_xact_id()::text::bigint;
create index blobs_by_transaction on blobs using brin (xid) with (pages_per_range = 32);
grant update (xid) on blobs to countersign_erase;

create or replace function seal_blob(blob text, name text) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      update blobs b set is_sealed = true, file = name, xid = pg_current_xact_id()::text::bigint
        where b.tenant_id = current_tenant() and b.id = blob and not b.is_sealed and b.unused_since is null;
      if not found then
        return false;
      end if;
      delete from blob_chunks c where c.tenant_id = current_tenant() and c.blob_id = blob;
      return true;
    end
  $$;

do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
