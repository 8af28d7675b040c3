-- The erasure of an account (ADR 59) takes its address out of mails as it is written in markup too: `o'neil@example.org` is
-- `o&#39;neil@example.org` there, which `erase_account_copies` looks for in names alone.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant countersign_erase to %I', current_user);
  end if;
end $$;

create function erase_account_markup(address text) returns void
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp
  as $$
    declare
      escaped text := replace(replace(replace(replace(replace(address, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#39;');
    begin
      if escaped = address then
        return;
      end if;
      update mails m set body_html = replace(m.body_html, escaped, 'erased')
        where m.tenant_id = current_tenant() and strpos(m.body_html, escaped) > 0;
    end
  $$;

revoke execute on function erase_account_markup from public;
grant execute on function erase_account_markup to countersign_app;
grant create on schema public to countersign_erase;
alter function erase_account_markup owner to countersign_erase;
revoke create on schema public from countersign_erase;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke countersign_erase from %I', current_user);
  end if;
end $$;
