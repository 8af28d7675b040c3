-- Signatures of witnesses over checkpoints (C2SP tlog-cosignature). The key is stored with them, because it verifies them also when the
-- witness is no longer configured.
create table log_cosignatures (
  tenant_id text collate "C" not null,
  size bigint not null,
  -- The verifier key of the witness.
  witness text collate "C" not null,
  -- The signature line of the note.
  line text not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, witness, size),
  foreign key (tenant_id, size) references log_checkpoints (tenant_id, size)
);
alter table log_cosignatures enable row level security;
alter table log_cosignatures force row level security;
create policy own_tenant on log_cosignatures to countersign_app using (tenant_id = current_tenant());
grant select, insert on log_cosignatures to countersign_app;
-- The process that asks the witnesses finds the logs that grew.
create policy jobs_all on log_cosignatures for select to countersign_jobs using (true);
grant select (tenant_id, witness, size) on log_cosignatures to countersign_jobs;
