-- The files that were missing or damaged when a backup was made (ADR 87): how many, and the first of them.
alter table backups add column fault_count integer not null default 0;
alter table backups add column faults jsonb not null default '[]';
