-- A key in use belongs to a process that lives, which is to say: to one that holds the advisory lock of this number (db/presence.ts).
-- Leases had to run out first. What looks in use was left by processes that this version takes over from.
alter table kept_answers no force row level security;
delete from kept_answers where state = 'running';
alter table kept_answers force row level security;
alter table kept_answers
  drop column lease_until,
  add column holder bigint,
  add constraint running_by_somebody check (state = 'done' or holder is not null);
