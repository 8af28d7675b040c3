-- Files that signers attach (ADR 36): stored when they are sent, part of the document once the signer has signed.
create table attachments (
  tenant_id text collate "C" not null references tenants (tenant_id),
  id text collate "C" not null,
  document_id text collate "C" not null,
  signer_id text collate "C" not null,
  field_id text collate "C" not null,
  -- Of the link it came by: whoever the document is forwarded to does not find it.
  link_generation integer not null,
  blob_id text collate "C" not null,
  filename text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size_bytes integer not null,
  sha256 text collate "C" not null,
  uploaded_at timestamptz(3) not null,
  -- When its signer signed: from here on it is never exchanged, and the sender sees it.
  bound_at timestamptz(3),
  primary key (tenant_id, id),
  -- One a field; another one takes its place.
  unique (tenant_id, field_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, signer_id) references signers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, field_id) references fields (tenant_id, id) on delete cascade,
  foreign key (tenant_id, blob_id) references blobs (tenant_id, id)
);
create index attachments_by_document on attachments (tenant_id, document_id);
create index attachments_by_signer on attachments (tenant_id, signer_id);
create index attachments_by_blob on attachments (tenant_id, blob_id);

alter table attachments enable row level security;
alter table attachments force row level security;
create policy own_tenant on attachments to countersign_app using (tenant_id = current_tenant());
grant select, insert, delete on attachments to countersign_app;
grant update (bound_at) on attachments to countersign_app;

-- However a row goes (exchanged, taken back, erased with its document), its file goes next, as that of an erased document does.
create function release_attachment() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      update blobs b set unused_since = now() where b.tenant_id = old.tenant_id and b.id = old.blob_id;
      return null;
    end
  $$;
revoke execute on function release_attachment from public;
create trigger attachment_gone after delete on attachments for each row execute function release_attachment();

-- As for the other functions of this role (0022): whoever migrates may give it away without being its owner's member later.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;
grant create on schema public to countersign_erase;
alter function release_attachment owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
