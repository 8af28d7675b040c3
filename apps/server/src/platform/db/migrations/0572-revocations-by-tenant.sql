-- The trail of a document and its list of certificates read the revocations of the tenant, which are few.
create index revocations_by_tenant on revocations (tenant_id);
