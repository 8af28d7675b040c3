-- The process that signs checkpoints also finds entries that no checkpoint covers in time, across tenants.
create policy jobs_all on audit_entries for select to countersign_jobs using (true);
grant select (tenant_id, stream, n, id, at) on audit_entries to countersign_jobs;
create policy jobs_all on log_runs for select to countersign_jobs using (true);
grant select (tenant_id, stream, first_index, first_n, hashes) on log_runs to countersign_jobs;
