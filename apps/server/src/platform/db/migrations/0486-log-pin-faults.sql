-- Logs that contradict a checkpoint that this installation signed: the one in PIN_FILE, or one that was presented for verification.
-- Every process reports them until an administrator records why.
create table log_pin_faults (
  tenant_id text collate "C" not null,
  source text not null check (source in ('pin-file', 'presented')),
  kind text not null check (kind in ('behind', 'forked', 'unknown-key')),
  -- Entries of the pin, and of the log when they were compared.
  pinned bigint not null,
  size bigint not null,
  -- The pin, byte for byte.
  note text not null,
  since timestamptz(3) not null,
  -- Since then, pins of at most this size are no news.
  accepted_at timestamptz(3),
  primary key (tenant_id, source)
);
alter table log_pin_faults enable row level security;
alter table log_pin_faults force row level security;
create policy own_tenant on log_pin_faults to countersign_app using (tenant_id = current_tenant());
grant select, insert, update, delete on log_pin_faults to countersign_app;
create policy jobs_all on log_pin_faults for select to countersign_jobs using (true);
grant select on log_pin_faults to countersign_jobs;
