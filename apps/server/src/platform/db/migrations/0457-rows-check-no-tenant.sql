-- Each of these rows checked and locked the row of its tenant, so that concurrent transactions of a tenant wrote to it. Row security
-- admits only rows of the tenant in the context, and tenants are never deleted (ADR 117).
alter table outbox drop constraint outbox_tenant_id_fkey;
alter table jobs drop constraint jobs_tenant_id_fkey;
alter table mails drop constraint mails_tenant_id_fkey;
alter table audit_streams drop constraint audit_streams_tenant_id_fkey;
alter table person_keys drop constraint person_keys_tenant_id_fkey;
alter table certificates drop constraint certificates_tenant_id_fkey;
alter table archive_stamps drop constraint archive_stamps_tenant_id_fkey;
alter table blobs drop constraint blobs_tenant_id_fkey;
