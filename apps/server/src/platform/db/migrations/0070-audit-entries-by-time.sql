-- The whole log of a tenant by time. Entries of one moment stand chain by chain, each chain in its own order.
create index audit_entries_by_time on audit_entries (tenant_id, at, stream, n);
