-- The documents of one member, in the order of every list and of every state: all that the member has were read and sorted, however many
-- those are. A list of several states merges them (features/documents/list-statements.ts, ADR 76).
create index documents_by_owner_status on documents (tenant_id, owner_id, status, created_at, id) where (deleted_at is null);
create index documents_by_owner_status_updated on documents (tenant_id, owner_id, status, updated_at, id) where (deleted_at is null);
create index documents_by_owner_status_title on documents (tenant_id, owner_id, status, title collate "C", id) where (deleted_at is null);
create index documents_by_owner_status_expiry on documents
  (tenant_id, owner_id, status, (case when expires_at is null then 'infinity' else expires_at end), id) where (deleted_at is null);
create index documents_by_owner_status_id on documents (tenant_id, owner_id, status, id) where (deleted_at is null);

-- Every index has an entry for every change of a document. What expires is listed by the states that documents_by_status_expiry has.
drop index documents_by_expiry, documents_current_by_expiry;
