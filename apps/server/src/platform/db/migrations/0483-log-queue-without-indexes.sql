-- An entry waits in the queue for less than a second, so the queue is a page or two: reading all of it costs less than an index entry
-- for each audit entry. Row security admits only rows of the tenant, and tenants and logs are never deleted, so the foreign keys only
-- lock rows (ADR 117, ADR 124).
alter table log_queue drop constraint log_queue_pkey, drop constraint log_queue_tenant_id_fkey;
alter table log_runs drop constraint log_runs_tenant_id_fkey;
alter table log_nodes drop constraint log_nodes_tenant_id_fkey;
alter table log_checkpoints drop constraint log_checkpoints_tenant_id_fkey;
-- Deleted rows are removed soon, so that the queue stays short.
alter table log_queue set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
