-- What happens to a document between sending and the last signature.

alter table documents
  -- Scheduled reminders: every so many days, so often to one signer.
  add column reminder_days integer,
  add column reminder_max integer,
  -- When the watcher last reported that the seal is missing.
  add column stuck_reported_at timestamptz(3);

alter table signers
  add column declined_at timestamptz(3),
  add column decline_reason text,
  -- By hand, by schedule or by a mail sent again: at most one an hour.
  add column reminded_at timestamptz(3),
  add column reminders_sent integer not null default 0,
  -- argon2id: codes are short, so whoever reads the table must not guess them.
  add column access_code_hash text,
  -- Counted before a code is checked, so that guesses at once are no more than guesses in turn.
  add column access_failures integer not null default 0,
  -- Number of the newest embedded link, and of the newest one that was used: each is used once.
  add column embedded_issued integer not null default 0,
  add column embedded_used integer not null default 0;

-- The watcher sees which documents wait for their seal, and nothing of what they hold.
create index documents_unsealed on documents (completed_at) where completed_at is not null and sealed_at is null;
create policy watch_unsealed on documents for select to countersign_jobs
  using (completed_at is not null and sealed_at is null);
grant select (tenant_id, id, completed_at, sealed_at, stuck_reported_at) on documents to countersign_jobs;
