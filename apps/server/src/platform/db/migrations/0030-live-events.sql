-- Live status, and what webhooks cost the transactions of their events (ADR 37).

-- Events in the order in which they can be seen: a transaction that began earlier and is committed later must not slip in behind what a
-- reader has read already. Every transaction below pg_snapshot_xmin has ended, so up to there the order is final. Events from before
-- this migration have 0: nobody can go on from them.
alter table outbox add column xid xid8 not null default '0';
alter table outbox alter column xid set default pg_current_xact_id();
create index outbox_in_order on outbox (tenant_id, xid);

-- One look tells for all tenants that are listened to whether something is new; what it is, each tenant's own context reads.
grant select (xid) on outbox to countersign_jobs;

-- The event itself refers to the tenant; a second look-up of the same row in the same transaction says nothing new.
alter table webhook_pending drop constraint webhook_pending_tenant_id_fkey;
