-- The newest time at which a server whose clock was trusted ran, and how often an operator has confirmed the clock. What depends on
-- the time stops where the clock does not fit this (ADR 50).
create table clock_state (
  only_row boolean primary key default true check (only_row),
  seen_at timestamptz(3) not null,
  confirmations integer not null default 0,
  -- Since when a clock has been in doubt that the administrators were told of.
  told_at timestamptz(3)
);
alter table clock_state enable row level security;
alter table clock_state force row level security;
create policy jobs_clock on clock_state to countersign_jobs using (true) with check (true);
grant select, insert, update on clock_state to countersign_jobs;

-- Row security holds for the owner of a table too, who may not be a superuser: it is set aside for this statement.
alter table audit_entries no force row level security;
alter table clock_state no force row level security;
insert into clock_state (seen_at) select max(at) from audit_entries having max(at) is not null;
alter table clock_state force row level security;
alter table audit_entries force row level security;
