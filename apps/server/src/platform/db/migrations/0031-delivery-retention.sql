-- Deliveries are erased by how long ago they ended (30 days; 90 in the dead-letter queue). Nothing asked for them by when they were made.
drop index webhook_deliveries_by_age;
create index webhook_deliveries_by_end on webhook_deliveries (finished_at) where finished_at is not null;
-- Of a webhook that was deleted, what was still waiting goes too.
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;
grant select (finished_at) on webhook_deliveries to countersign_jobs;

-- A recipient who asked for no more reminders about a document gets none by the schedule, and none by hand.
alter table signers add column reminders_stopped_at timestamptz(3);

-- Why the mail of an invitation to the organization did not arrive: the admins see it where they sent it.
alter table invitations add column bounce_reason text;
