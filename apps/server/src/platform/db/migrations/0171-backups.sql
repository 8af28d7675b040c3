-- Backups (ADR 68) read every table as countersign_backup: a role with a policy of its own on each, which sees all rows and writes none.
do $$ begin
  create role countersign_backup nologin noinherit;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant countersign_backup to %I', current_user);
end $$;
grant usage on schema public to countersign_backup;

-- Called at the end of every migration (platform/db/migrate.ts), so that no table can come without its policy.
create function let_backups_read() returns void language plpgsql as $$
declare missing text;
begin
  for missing in
    select c.relname from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup')
  loop
    execute format('create policy backup on %I for select to countersign_backup using (true)', missing);
    execute format('grant select on %I to countersign_backup', missing);
  end loop;
end $$;
revoke execute on function let_backups_read() from public;
