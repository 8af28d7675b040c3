-- One address can have several roles in a document, each a recipient of its own.
alter table signers drop constraint signers_tenant_id_document_id_email_key_key;
-- A person with a session signs in the role whose turn it is: the look-up across tenants has to tell them apart.
grant select (status, signing_order) on signers to countersign_auth;
