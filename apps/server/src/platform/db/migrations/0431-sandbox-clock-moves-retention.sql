-- When a sandbox's clock was moved, and by how much: what is kept from a moment counts the moves since then (ADR 21).
create table sandbox_clock_moves (
  tenant_id text collate "C" not null references tenants (tenant_id),
  -- Of all moves so far, so it is unique and grows.
  total_seconds bigint not null,
  seconds integer not null check (seconds > 0),
  at timestamptz(3) not null,
  primary key (tenant_id, total_seconds)
);
alter table sandbox_clock_moves enable row level security;
alter table sandbox_clock_moves force row level security;
create policy own_tenant on sandbox_clock_moves to countersign_app using (tenant_id = current_tenant());
create policy erase_own on sandbox_clock_moves for select to countersign_erase using (tenant_id = current_tenant());
grant select, insert on sandbox_clock_moves to countersign_app;
grant select on sandbox_clock_moves to countersign_erase;

create function clock_moved_since(moment timestamptz) returns interval
  language sql stable
  return make_interval(secs => coalesce((select sum(m.seconds) from sandbox_clock_moves m
    where m.tenant_id = current_tenant() and m.at >= moment), 0)::double precision);
-- Where a period that began at a moment begins by the clock of the tenant.
create function kept_from(moment timestamptz) returns timestamptz
  language sql stable
  return case when exists (select from sandbox_clock_moves m where m.tenant_id = current_tenant()) then moment - clock_moved_since(moment)
    else moment end;

create or replace function erase_retained_document(document text, standard integer, at timestamptz) returns text
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
        or kept_from(coalesce(d.completed_at, d.updated_at)) + make_interval(hours => 24 * retention_days(d.tags, d.template_id, standard)) > at)
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
