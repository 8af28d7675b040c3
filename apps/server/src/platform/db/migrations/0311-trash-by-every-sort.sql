-- The trash in the order of every list: all of it was read and sorted. An entry only for what is in the trash.
create index documents_in_trash_by_updated on documents (tenant_id, updated_at, id) where (deleted_at is not null);
create index documents_in_trash_by_title on documents (tenant_id, title collate "C", id) where (deleted_at is not null);
create index documents_in_trash_by_status on documents (tenant_id, status, id) where (deleted_at is not null);
create index documents_in_trash_by_expiry on documents
  (tenant_id, (case when expires_at is null then 'infinity' else expires_at end), id) where (deleted_at is not null);
