-- Every change of a document writes an entry to each of its indexes, and there was one for nearly every sort and filter of the list. These
-- serve what has to be as quick at a million documents as at a thousand; other lists collect what matches and sort it (ADR 112).
drop index documents_by_status_id, documents_by_status_updated, documents_by_status_title, documents_by_status_expiry,
  documents_current_by_updated, documents_by_owner_status, documents_by_owner_status_updated, documents_by_owner_status_title,
  documents_by_owner_status_expiry, documents_by_owner_status_id, documents_in_trash, documents_in_trash_by_created,
  documents_in_trash_by_updated, documents_in_trash_by_title, documents_in_trash_by_status, documents_in_trash_by_expiry,
  documents_by_deletion, documents_unsealed, documents_by_status;

-- With the expiration, so that lists sorted by it are collected without a look at the documents.
create index documents_by_status on documents (tenant_id, status, created_at, id) include (expires_at) where (deleted_at is null);

-- The trash, and completed documents that wait for their seal: few of each, so one small index has both.
create index documents_set_aside on documents (tenant_id, deleted_at, id)
  where (deleted_at is not null or (completed_at is not null and sealed_at is null));
