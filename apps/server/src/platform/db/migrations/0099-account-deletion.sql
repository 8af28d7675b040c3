-- Accounts whose people want them gone (ADR 59). A row stays when it is done: an id, and when.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create table account_deletions (
  user_id text collate "C" primary key references users (id),
  requested_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  -- What it waits for, once it is due.
  waits_for text check (waits_for in ('legal-hold', 'ownership')),
  -- From here on it cannot be cancelled.
  begun_at timestamptz(3),
  -- The tenants that the person belonged to when it began.
  tenants text[] collate "C" not null default '{}',
  finished_at timestamptz(3)
);
create index account_deletions_due on account_deletions (due_at) where (finished_at is null);
alter table account_deletions enable row level security;
alter table account_deletions force row level security;
create policy auth_all on account_deletions to countersign_auth using (true) with check (true);
grant select, insert, update, delete on account_deletions to countersign_auth;

create policy erase_own on invitations to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on user_import_rows to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on sso_links to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on sso_confirmations to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on in_person_sessions to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on security_events to countersign_erase using (tenant_id = current_tenant());
grant select, update (email, email_key, name, bounce_reason) on invitations to countersign_erase;
grant select, update (email, name, message) on user_import_rows to countersign_erase;
grant select, delete on sso_links, sso_confirmations to countersign_erase;
grant select, update (host_name) on in_person_sessions to countersign_erase;
grant select, update (user_id, address, details) on security_events to countersign_erase;
grant update (subject, body_text, body_html) on mails to countersign_erase;
grant update (planned, draft) on documents to countersign_erase;
grant update (content) on template_versions to countersign_erase;
grant update (label, target) on legal_holds to countersign_erase;
create policy erase_released on legal_holds for update to countersign_erase
  using (tenant_id = current_tenant() and released_at is not null) with check (tenant_id = current_tenant());

-- What one tenant keeps about a person beside signed documents and their evidence. Copies that are nothing but the person's go; in what
-- belongs to others, address and name make way for a word. `account`: the id; `address`: as typed; `key`: as compared.
create function erase_account_copies(account text, address text, key text, person text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare
      -- Short names stand in other words.
      named boolean := length(person) >= 4;
      escaped text := replace(replace(replace(replace(replace(person, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#39;');
      quoted text := btrim(to_jsonb(person)::text, '"');
    begin
      delete from mails m where m.tenant_id = current_tenant() and lower(m.to_address) in (lower(address), key);
      update mails m set
          subject = replace(replace(m.subject, address, 'erased'), case when named then person else address end, 'erased'),
          body_text = replace(replace(m.body_text, address, 'erased'), case when named then person else address end, 'erased'),
          body_html = replace(replace(replace(m.body_html, address, 'erased'), case when named then person else address end, 'erased'),
            case when named then escaped else address end, 'erased')
        where m.tenant_id = current_tenant() and (strpos(m.subject || m.body_text || m.body_html, address) > 0
          or (named and (strpos(m.subject || m.body_text || m.body_html, person) > 0 or strpos(m.body_html, escaped) > 0)));
      delete from jobs j where j.tenant_id = current_tenant() and (j.kind = 'account-mail' or j.state = 'dead')
        and (strpos(j.payload::text, address) > 0 or strpos(coalesce(j.unique_key, ''), address) > 0
          or (named and strpos(j.payload::text, quoted) > 0));
      delete from webhook_pending p using outbox o where o.tenant_id = current_tenant() and o.document_id is null
        and (strpos(o.data::text, address) > 0 or strpos(o.data::text, account) > 0) and p.tenant_id = o.tenant_id and p.event_id = o.id;
      delete from webhook_deliveries w using outbox o where o.tenant_id = current_tenant() and o.document_id is null
        and (strpos(o.data::text, address) > 0 or strpos(o.data::text, account) > 0) and w.tenant_id = o.tenant_id and w.event_id = o.id;
      delete from outbox o where o.tenant_id = current_tenant() and o.document_id is null
        and (strpos(o.data::text, address) > 0 or strpos(o.data::text, account) > 0);
      update invitations i set email = 'erased', email_key = i.id, name = null, bounce_reason = null
        where i.tenant_id = current_tenant() and i.email_key = key;
      update user_import_rows r set email = 'erased', name = 'erased', message = null
        where r.tenant_id = current_tenant() and r.status <> 'ready' and lower(r.email) in (lower(address), key);
      delete from sso_links l where l.tenant_id = current_tenant() and l.user_id = account;
      delete from sso_confirmations c where c.tenant_id = current_tenant() and c.email_key = key;
      update in_person_sessions s set host_name = 'erased' where s.tenant_id = current_tenant() and s.host_id = account;
      update security_events e set address = null, details = '{}' where e.tenant_id = current_tenant() and e.user_id = account;
      -- Drafts and templates of others that name the person as a recipient.
      update documents d set
          planned = case when named then replace(replace(d.planned::text, address, 'erased@example.invalid'), quoted, 'erased')
            else replace(d.planned::text, address, 'erased@example.invalid') end::jsonb,
          draft = case when named then replace(replace(d.draft::text, address, 'erased@example.invalid'), quoted, 'erased')
            else replace(d.draft::text, address, 'erased@example.invalid') end::jsonb
        where d.tenant_id = current_tenant() and d.status = 'draft'
          and strpos(coalesce(d.planned::text, '') || coalesce(d.draft::text, ''), address) > 0
          and not exists (select from standing_holds(d.id));
      update template_versions v set content = replace(replace(v.content::text, address, 'erased@example.invalid'),
          case when named then quoted else address end, 'erased')::jsonb
        where v.tenant_id = current_tenant() and strpos(v.content::text, address) > 0;
      update bulk_send_rows b set "values" = array(select case when strpos(v, address) > 0 or (named and strpos(v, person) > 0) then 'erased' else v end
          from unnest(b."values") with ordinality as u (v, n) order by n)
        where b.tenant_id = current_tenant() and b.status <> 'pending' and strpos(array_to_string(b."values", ' '), address) > 0;
      update legal_holds h set label = 'erased', target = h.id
        where h.tenant_id = current_tenant() and h.kind = 'person' and h.target = key and h.released_at is not null;
      -- What opens the commitments of the account's own entries: the key is destroyed, and what it sealed goes with it. The key for
      -- evidence about documents is another, and stays as long as they do.
      delete from audit_personal p using audit_entries e where e.tenant_id = current_tenant() and e.stream = current_tenant()
        and p.tenant_id = e.tenant_id and p.entry_id = e.id and p.person_id in (account, account || '/account');
      delete from person_keys k where k.tenant_id = current_tenant() and (k.person_id = account || '/account'
        or (k.person_id = account and not exists (select from audit_personal p where p.tenant_id = current_tenant() and p.person_id = account)));
    end
  $$;

-- Erased rows leave their pages soon after: these tables change rarely enough to be vacuumed for one of them.
alter table users set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);
alter table mails set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);
alter table invitations set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);
alter table person_keys set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);
alter table audit_personal set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);
alter table completion_certificates set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1);

revoke execute on function erase_account_copies from public;
grant execute on function erase_account_copies to countersign_app;
grant create on schema public to countersign_erase;
alter function erase_account_copies owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
