-- The caller's own id of a document, template or package: unique within a tenant where it is given.
alter table documents add column external_id text collate "C";
alter table templates add column external_id text collate "C";
alter table packages add column external_id text collate "C";
create unique index documents_by_external_id on documents (tenant_id, external_id) where external_id is not null;
create unique index templates_by_external_id on templates (tenant_id, external_id) where external_id is not null;
create unique index packages_by_external_id on packages (tenant_id, external_id) where external_id is not null;
create index documents_by_template on documents (tenant_id, template_id, id) where template_id is not null;
