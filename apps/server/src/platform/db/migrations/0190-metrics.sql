-- Metrics (ADR 71) are read as countersign_metrics: a role that sees of each table only the columns that are counted, and no names.
do $$ begin
  create role countersign_metrics nologin noinherit;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant countersign_metrics to %I', current_user);
end $$;
grant usage on schema public to countersign_metrics;

create policy metrics on jobs for select to countersign_metrics using (true);
grant select (lane, state, run_at) on jobs to countersign_metrics;
create index jobs_dead on jobs (lane) where (state = 'dead');

create policy metrics on webhook_deliveries for select to countersign_metrics using (state in ('pending', 'dead'));
grant select (state, run_at) on webhook_deliveries to countersign_metrics;

create policy metrics on damaged_blobs for select to countersign_metrics using (true);
grant select (fault) on damaged_blobs to countersign_metrics;
