-- What was quick at ten thousand documents and is not at a million. None of these indexes has an entry for each change of a document,
-- but for those that say so.

-- Row security lets a condition near an index only if it cannot leak what it is given. PostgreSQL knows that of CASE and not of
-- coalesce, so that a cursor in the order of expiration read all before it.
drop index documents_by_expiry, documents_by_status_expiry, documents_current_by_expiry;
create index documents_by_expiry on documents
  (tenant_id, (case when expires_at is null then 'infinity' else expires_at end), id) where (deleted_at is null);
create index documents_by_status_expiry on documents
  (tenant_id, status, (case when expires_at is null then 'infinity' else expires_at end), id) where (deleted_at is null);
create index documents_current_by_expiry on documents
  (tenant_id, (case when expires_at is null then 'infinity' else expires_at end), id) where ((deleted_at is null) and (status <> 'archived'));

-- A state by title, where the first titles are all in other states. An entry for each change of the state, as the others of a state have.
create index documents_by_status_title on documents (tenant_id, status, title collate "C", id) where (deleted_at is null);

-- The certificates of a document: its audit trail and its certificate of completion read every one of the tenant. An entry for each signature.
create index certificates_by_document on certificates (tenant_id, document_id);

-- The trash as every list sorts it first, and what of it was completed and is kept until its time is over.
create index documents_in_trash_by_created on documents (tenant_id, created_at, id) where (deleted_at is not null);
-- Both columns in one direction, so that a page begins where the last one ended.
drop index security_events_by_time;
create index security_events_by_time on security_events (tenant_id, at, id);

-- What the sweeps of all tenants look for, in the order in which they take it.
create index documents_by_deletion on documents (deleted_at) where (deleted_at is not null);
create index in_person_sessions_by_end on in_person_sessions (expires_at);
-- An entry for each mail to somebody.
create index mail_places_by_last on mail_places ((places[cardinality(places)]));
