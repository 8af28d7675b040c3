-- The whole log of a tenant, in the order of its entries' ids, which is that of their time.
create index audit_entries_by_id on audit_entries (tenant_id, id);
