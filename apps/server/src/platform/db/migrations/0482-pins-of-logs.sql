-- The process that writes PIN_FILE reads the newest checkpoint of every log.
create policy jobs_all on log_checkpoints for select to countersign_jobs using (true);
grant select (tenant_id, size, note) on log_checkpoints to countersign_jobs;
