-- What an organization's own records say about a person whose account is erased (ADR 59): incidents and whom their mails went to, and where
-- an import of users was asked from. The records stay, the person goes.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create policy erase_own on incidents to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on incident_entries to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on incident_mailings to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on incident_mail_recipients to countersign_erase using (tenant_id = current_tenant());
create policy erase_own on user_imports to countersign_erase using (tenant_id = current_tenant());
grant select, update (title, description, affected_data) on incidents to countersign_erase;
grant select, update (note) on incident_entries to countersign_erase;
grant select, update (subject, text) on incident_mailings to countersign_erase;
grant select, update (email, email_key, status, reason) on incident_mail_recipients to countersign_erase;
grant select, update (party) on user_imports to countersign_erase;

-- Parameters as of `erase_account_copies`.
create function erase_account_records(account text, address text, key text, person text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare
      -- Short names stand in other words.
      name text := case when length(person) >= 4 then person else address end;
    begin
      update incidents i set title = replace(replace(i.title, address, 'erased'), name, 'erased'),
          description = replace(replace(i.description, address, 'erased'), name, 'erased'),
          affected_data = replace(replace(i.affected_data, address, 'erased'), name, 'erased')
        where i.tenant_id = current_tenant() and (strpos(i.title || i.description || coalesce(i.affected_data, ''), address) > 0
          or strpos(i.title || i.description || coalesce(i.affected_data, ''), name) > 0);
      update incident_entries e set note = replace(replace(e.note, address, 'erased'), name, 'erased')
        where e.tenant_id = current_tenant() and (strpos(e.note, address) > 0 or strpos(e.note, name) > 0);
      update incident_mailings m set subject = replace(replace(m.subject, address, 'erased'), name, 'erased'),
          text = replace(replace(m.text, address, 'erased'), name, 'erased')
        where m.tenant_id = current_tenant() and (strpos(m.subject || m.text, address) > 0 or strpos(m.subject || m.text, name) > 0);
      -- That somebody was told of a breach stays, and who it was does not. What had not gone out does not go any more.
      update incident_mail_recipients r set email = 'erased', email_key = account, reason = null,
          status = case when r.status = 'sent' then 'sent' else 'failed' end
        where r.tenant_id = current_tenant() and r.email_key = key;
      delete from jobs j where j.tenant_id = current_tenant() and (j.state = 'dead' or j.kind = 'incident-mail')
        and j.payload ->> 'emailKey' = key;
      -- The network address and browser that it was asked from.
      update user_imports i set party = jsonb_build_object('actor', i.party -> 'actor', 'address', '', 'userAgent', '')
        where i.tenant_id = current_tenant() and i.by_user_id = account;
    end
  $$;

revoke execute on function erase_account_records from public;
grant execute on function erase_account_records to countersign_app;
grant create on schema public to countersign_erase;
alter function erase_account_records owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
