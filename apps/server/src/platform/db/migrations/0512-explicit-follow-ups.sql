-- Statements and functions do what triggers did, because Citus refuses triggers on distributed tables (ADR 150). The triggers that can run
-- twice stay for processes of the previous release.

drop trigger blob_counted on blobs;
drop trigger blob_uncounted on blobs;
drop function count_storage();

-- Counts the bytes of a file that was stored (or, if negative, deleted) toward the quota of its organization. Raises CQ001 beyond it.
create function count_file(change bigint) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    organization text := own_organization();
    counted organization_storage;
  begin
    if organization is null then return; end if;
    perform lock_storage(organization, false);
    update organization_storage s set used_bytes = s.used_bytes + change where s.organization_id = organization
      returning s.* into counted;
    if found and change > 0 and counted.used_bytes > counted.quota_bytes then
      raise exception 'the storage quota of % is exceeded', organization using errcode = 'CQ001',
        detail = json_build_object('quota_bytes', counted.quota_bytes, 'used_bytes', counted.used_bytes - change,
          'file_bytes', change)::text;
    end if;
  end
$$;
create or replace function forget_blob(blob text) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare gone record;
  begin
    delete from blobs b where b.tenant_id = current_tenant() and b.id = blob and b.unused_since is not null
      returning b.size_bytes, b.is_counted into gone;
    if found and gone.is_counted then perform count_file(-gone.size_bytes); end if;
  end
$$;

-- A row no longer names a file: its wrapped key is deleted, and the file too unless other rows name it. Of two drafts that share a file and
-- get new ones at the same time, the second sees that nothing names it any longer.
create function release_file(blob text, holder text) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    perform lock_blob(blob, true);
    delete from blob_keys k where k.tenant_id = current_tenant() and k.blob_id = blob and k.holder_id = holder;
    update blobs b set unused_since = now() where b.tenant_id = current_tenant() and b.id = blob
      and not exists (select 1 from documents d where d.tenant_id = current_tenant() and d.blob_id = blob)
      and not exists (select 1 from template_files f where f.tenant_id = current_tenant() and f.blob_id = blob);
  end
$$;
-- The files attached to a document, or by one of its recipients. Their rows go with the document or the recipient.
create function release_attachments(document text, recipient text) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare one record;
  begin
    for one in select a.id, a.blob_id from attachments a where a.tenant_id = current_tenant() and a.document_id = document
      and (recipient is null or a.signer_id = recipient)
    loop
      perform release_file(one.blob_id, one.id);
    end loop;
  end
$$;
-- Files that were attached in an in-person session which ended without a signature.
create function discard_in_person_files(recipient text, session text) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare one record;
  begin
    for one in delete from attachments a where a.tenant_id = current_tenant() and a.signer_id = recipient and a.in_person_id = session
      and a.bound_at is null returning a.id, a.blob_id
    loop
      perform release_file(one.blob_id, one.id);
    end loop;
  end
$$;

-- The functions that delete rows with files release the files first. Their texts are long and otherwise unchanged.
do $$
  declare
    changed record;
    before text;
  begin
    for changed in select * from (values
      ('erase_document', 'delete from fields f where', 'perform release_attachments(document, null); delete from blob_keys k where k.tenant_id = current_tenant() and k.blob_id = blob and k.holder_id = document; delete from fields f where'),
      ('erase_retained_document', 'delete from fields f where', 'perform release_attachments(document, null); delete from blob_keys k where k.tenant_id = current_tenant() and k.blob_id = d.blob_id and k.holder_id = document; delete from fields f where'),
      ('clear_sent_revision', 'delete from fields f where', 'perform release_attachments(document, null); delete from fields f where'),
      ('remove_recipient', 'delete from fields f where', 'perform release_attachments(document, recipient); delete from fields f where'),
      ('erase_template', 'delete from template_versions v where', 'delete from blob_keys k where k.tenant_id = current_tenant() and k.blob_id = any (files) and k.holder_id = template; delete from template_versions v where')
    ) as c (name, old, new)
    loop
      before := pg_get_functiondef(changed.name::regproc);
      if strpos(before, changed.old) = 0 then raise exception 'the function % has another text', changed.name; end if;
      execute replace(before, changed.old, changed.new);
    end loop;
  end
$$;

revoke execute on function count_file, release_file, release_attachments, discard_in_person_files from public;
grant execute on function count_file, release_file, discard_in_person_files to countersign_app;
grant execute on function count_file, release_file, release_attachments, discard_in_person_files to countersign_erase;
grant execute on function own_organization to countersign_erase;
grant create on schema public to countersign_erase;
alter function count_file owner to countersign_erase;
alter function release_file owner to countersign_erase;
alter function release_attachments owner to countersign_erase;
alter function discard_in_person_files owner to countersign_erase;
revoke create on schema public from countersign_erase;
