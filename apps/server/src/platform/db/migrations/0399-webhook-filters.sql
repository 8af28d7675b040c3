-- Which documents an endpoint gets events of: those of a template, and those with pairs of metadata. Empty: all events.
alter table webhook_endpoints
  add column template_ids text[] not null default '{}',
  add column metadata jsonb not null default '{}';
grant select (template_ids, metadata) on webhook_endpoints to countersign_jobs;
-- What filters compare, beside the data of an event, which the role that makes deliveries does not read.
alter table outbox
  add column template_id text collate "C",
  add column metadata jsonb;
grant select (template_id, metadata) on outbox to countersign_jobs;
