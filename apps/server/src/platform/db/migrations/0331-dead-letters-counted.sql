-- Each dead letter was looked up to be counted: with what a filter asks for, the index alone has them. An entry for dead letters only.
drop index webhook_deliveries_dead;
create index webhook_deliveries_dead on webhook_deliveries (tenant_id, id) include (endpoint_id, kind, finished_at) where (state = 'dead');
