-- How long documents are kept (ADR 59). The organization's own period is in its settings; these stand beside it.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create table retention_rules (
  tenant_id text collate "C" not null references tenants (tenant_id),
  kind text not null check (kind in ('template', 'tag')),
  -- Id of the template, or the tag.
  target text collate "C" not null,
  days integer not null check (days between 30 and 36500),
  primary key (tenant_id, kind, target)
);
alter table retention_rules enable row level security;
alter table retention_rules force row level security;
create policy own_tenant on retention_rules to countersign_app using (tenant_id = current_tenant());
create policy erase_own on retention_rules for select to countersign_erase using (tenant_id = current_tenant());
grant select, insert, delete on retention_rules to countersign_app;
grant select on retention_rules to countersign_erase;

-- Documents whose erasure was announced: none goes sooner than 30 days after that.
create table retention_announcements (
  tenant_id text collate "C" not null,
  document_id text collate "C" not null,
  announced_at timestamptz(3) not null,
  -- When its retention ends, or 30 days after the announcement, whichever is later.
  erase_at timestamptz(3) not null,
  -- Erased before, and back from a backup: it goes whatever its retention says.
  was_erased boolean not null default false,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  check (was_erased or erase_at >= announced_at + interval '720 hours')
);
create index retention_announcements_due on retention_announcements (erase_at, tenant_id, document_id);
alter table retention_announcements enable row level security;
alter table retention_announcements force row level security;
create policy own_tenant on retention_announcements to countersign_app using (tenant_id = current_tenant());
create policy erase_own on retention_announcements to countersign_erase using (tenant_id = current_tenant());
create policy jobs_due on retention_announcements for select to countersign_jobs using (true);
grant select, insert, update, delete on retention_announcements to countersign_app;
grant select, delete on retention_announcements to countersign_erase;
grant select on retention_announcements to countersign_jobs;

-- A template's rule takes the place of the organization's period, since nobody can change which template a document was made of.
-- Tags anybody may change who can write to the document, so they make it stay longer and never go sooner.
create function retention_days(tags text[], template text, standard integer) returns integer
  language sql stable
  return greatest(
    coalesce((select r.days from retention_rules r where r.tenant_id = current_tenant() and r.kind = 'template' and r.target = template),
      standard),
    (select max(r.days) from retention_rules r where r.tenant_id = current_tenant() and r.kind = 'tag' and r.target = any (tags)));

-- Signed files that go with their document.
create policy erase_own on attachments to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on outbox to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on mails to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on jobs to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on certificates to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on webhook_deliveries to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on webhook_pending to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on bulk_send_rows to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on audit_personal to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on audit_entries for select to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on person_keys to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on packages to countersign_erase using (tenant_id = current_tenant());
grant select, delete on outbox, mails, jobs, webhook_deliveries, webhook_pending, audit_personal, person_keys, packages to countersign_erase;
grant select on audit_entries to countersign_erase;
grant select, update (certificate) on certificates to countersign_erase;
grant select, update ("values") on bulk_send_rows to countersign_erase;

-- Erases a document whose retention has ended, with everything about people in it and about it. The audit entries stay as they are: they
-- hold commitments to personal data, whose openings go. Of certificates the serial number stays, for which OCSP is asked.
-- 'held' and 'kept' where it may not go, and 'absent'.
create function erase_retained_document(document text, standard integer, at timestamptz) returns text
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare
      d documents;
      announced retention_announcements;
      people text[];
      addresses text[];
      attached text[];
    begin
      perform lock_holds(false);
      select * into d from documents o where o.tenant_id = current_tenant() and o.id = document for update;
      if not found then return 'absent'; end if;
      select * into announced from retention_announcements a where a.tenant_id = current_tenant() and a.document_id = document
        and a.erase_at <= at;
      if not found then return 'kept'; end if;
      if exists (select from standing_holds(document)) then return 'held'; end if;
      if not announced.was_erased and (d.status = 'in-progress' or (d.completed_at is not null and d.sealed_at is null)
        or coalesce(d.completed_at, d.updated_at) + make_interval(hours => 24 * retention_days(d.tags, d.template_id, standard)) > at)
      then
        delete from retention_announcements a where a.tenant_id = current_tenant() and a.document_id = document;
        return 'kept';
      end if;
      select array_agg(s.id), array_agg(s.email) into people, addresses from signers s
        where s.tenant_id = current_tenant() and s.document_id = document;
      select array_agg(a.blob_id) into attached from attachments a where a.tenant_id = current_tenant() and a.document_id = document;
      delete from audit_personal p using audit_entries e where e.tenant_id = current_tenant() and e.stream = document
        and p.tenant_id = e.tenant_id and p.entry_id = e.id;
      delete from person_keys k where k.tenant_id = current_tenant() and k.person_id = any (people);
      delete from webhook_pending p using outbox o where o.tenant_id = current_tenant() and o.document_id = document
        and p.tenant_id = o.tenant_id and p.event_id = o.id;
      delete from webhook_deliveries w where w.tenant_id = current_tenant() and w.document_id = document;
      delete from outbox o where o.tenant_id = current_tenant() and o.document_id = document;
      delete from jobs j where j.tenant_id = current_tenant() and strpos(j.payload::text, document) > 0;
      delete from mails m where m.tenant_id = current_tenant() and (strpos(m.message_id, document) > 0 or strpos(m.body_text, document) > 0
        or (m.to_address = any (addresses) and strpos(m.subject || m.body_text, d.title) > 0));
      update certificates c set certificate = '' where c.tenant_id = current_tenant() and c.document_id = document;
      update bulk_send_rows b set "values" = '{}' where b.tenant_id = current_tenant() and b.document_id = document;
      delete from fields f where f.tenant_id = current_tenant() and f.document_id = document;
      delete from signers s where s.tenant_id = current_tenant() and s.document_id = document;
      delete from revisions r where r.tenant_id = current_tenant() and r.document_id = document;
      delete from documents o where o.tenant_id = current_tenant() and o.id = document;
      delete from packages p where p.tenant_id = current_tenant() and p.id = d.package_id
        and not exists (select from documents o where o.tenant_id = current_tenant() and o.package_id = p.id);
      update blobs b set unused_since = at where b.tenant_id = current_tenant() and (b.id = d.blob_id or b.id = any (attached))
        and not exists (select from documents o where o.tenant_id = current_tenant() and o.blob_id = b.id)
        and not exists (select from template_files f where f.tenant_id = current_tenant() and f.blob_id = b.id);
      return 'erased';
    end
  $$;

revoke execute on function erase_retained_document from public;
grant execute on function erase_retained_document to countersign_app;
grant create on schema public to countersign_erase;
alter function erase_retained_document owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
