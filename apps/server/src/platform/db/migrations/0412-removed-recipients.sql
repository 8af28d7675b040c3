-- A recipient whom the sender removed after sending: whose link says so, and who gets a last mail. What happened is in the audit trail.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create table removed_recipients (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  signer_id text collate "C" not null,
  email text not null,
  name text not null,
  locale text,
  role text not null,
  -- Of the last link: one from before a forward or a correction belonged to another person.
  link_generation integer not null,
  notify boolean not null,
  removed_at timestamptz(3) not null,
  primary key (tenant_id, signer_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
create index removed_recipients_by_document on removed_recipients (tenant_id, document_id);
alter table removed_recipients enable row level security;
alter table removed_recipients force row level security;
create policy own_tenant on removed_recipients to countersign_app using (tenant_id = current_tenant());
create policy erase_own on removed_recipients to countersign_erase using (tenant_id = current_tenant());
grant select on removed_recipients to countersign_app;
grant select, insert on removed_recipients to countersign_erase;

create policy erase_own on document_recipients to countersign_erase using (tenant_id = current_tenant());
grant select, delete on document_recipients to countersign_erase;

-- Removes a recipient of a document that is out, who has not signed. False where there is none, or where a legal hold covers the
-- document. The caller holds the lock of legal holds and the document's row.
create function remove_recipient(document text, recipient text, at timestamptz) returns boolean
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      if exists (select from standing_holds(document)) then return false; end if;
      perform from documents d where d.tenant_id = current_tenant() and d.id = document and d.status = 'in-progress';
      if not found then return false; end if;
      insert into removed_recipients (tenant_id, document_id, signer_id, email, name, locale, role, link_generation, notify, removed_at)
        select s.tenant_id, s.document_id, s.id, s.email, s.name, s.locale, s.role, s.link_generation, s.notify, at from signers s
        where s.tenant_id = current_tenant() and s.document_id = document and s.id = recipient and s.status not in ('signed', 'declined');
      if not found then return false; end if;
      delete from fields f where f.tenant_id = current_tenant() and f.signer_id = recipient;
      delete from document_recipients r where r.tenant_id = current_tenant() and r.document_id = document and r.signer_id = recipient;
      delete from signers s where s.tenant_id = current_tenant() and s.id = recipient;
      return true;
    end
  $$;

revoke execute on function remove_recipient from public;
grant execute on function remove_recipient to countersign_app;
grant create on schema public to countersign_erase;
alter function remove_recipient owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
