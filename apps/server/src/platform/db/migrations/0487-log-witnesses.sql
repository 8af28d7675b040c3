-- What each witness answered last, for all processes that run jobs: one of them asks at a time, and all report the same.
create table log_witnesses (
  -- The verifier key.
  witness text collate "C" not null,
  -- Until then, the process that asks keeps the witness to itself.
  asked_until timestamptz(3),
  -- After a failure, nobody asks before.
  next_at timestamptz(3),
  failures integer not null default 0,
  -- Null: it cosigned everything that it was asked for.
  fault text check (fault in ('unreachable', 'refused', 'contradicted')),
  reason text,
  since timestamptz(3),
  primary key (witness),
  check ((fault is null) = (since is null))
);
alter table log_witnesses enable row level security;
alter table log_witnesses force row level security;
create policy jobs_all on log_witnesses to countersign_jobs using (true) with check (true);
grant select, insert, update on log_witnesses to countersign_jobs;
grant select (created_at) on log_cosignatures to countersign_jobs;
