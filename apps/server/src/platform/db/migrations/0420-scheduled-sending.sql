-- A draft that the server sends at a set time: how it is sent and for whom, and why the last attempt failed.
alter table documents
  add column scheduled_for timestamptz,
  add column schedule jsonb,
  add column schedule_error jsonb,
  add constraint documents_schedule check ((scheduled_for is null) = (schedule is null));
