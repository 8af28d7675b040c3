-- Erased before, and back from a backup (ADR 59): the person was told the first time.
alter table account_deletions add column was_erased boolean not null default false;
