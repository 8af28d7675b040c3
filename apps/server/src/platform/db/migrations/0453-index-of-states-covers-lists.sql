-- A list of a state that is sorted by its title or last change, or that ends soon, is collected: all documents of the state were read for
-- it. Now the index has what they are compared and sorted by. As a column of the key the expiration is compared in the index.
drop index documents_by_status;
create index documents_by_status on documents (tenant_id, status, created_at, id, expires_at) include (updated_at, title)
  where (deleted_at is null);
