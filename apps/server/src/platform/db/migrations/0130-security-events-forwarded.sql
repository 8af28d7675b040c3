-- Security events go out by webhook and, of the operator's organization, to its log server: each is marked until it went.
alter table security_events add column to_webhooks boolean not null default false;
alter table security_events add column to_syslog boolean not null default false;
-- What was there before is not sent afterwards.
alter table security_events alter column to_webhooks set default true;
alter table security_events alter column to_syslog set default true;
create index security_events_to_webhooks on security_events (tenant_id, at, id) where to_webhooks;
create index security_events_to_syslog on security_events (tenant_id, at, id) where to_syslog;
grant update (to_webhooks) on security_events to countersign_app;
grant update (to_webhooks) on security_events to countersign_jobs;
