-- One index instead of two (ADR 116).
alter table attachments drop constraint attachments_tenant_id_field_id_fkey;
alter table fields drop constraint fields_pkey;
drop index fields_by_document;
alter table fields add primary key (tenant_id, document_id, id);
alter table attachments add foreign key (tenant_id, document_id, field_id) references fields (tenant_id, document_id, id) on delete cascade;

-- Files have few combinations of algorithms, so the files that expire next are found in each of them.
drop index archive_stamps_by_end, archive_stamps_by_algorithms;
create index archive_stamps_by_algorithms on archive_stamps (algorithms, expires_at nulls first, tenant_id, document_id);
