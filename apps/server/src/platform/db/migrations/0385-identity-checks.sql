-- How the host checked who the signer is, in the host's words: 'none', 'known', or 'document' and its kind. Null: the host said nothing.
alter table in_person_sessions add column identity_check text
  check (identity_check in ('none', 'known', 'document'));
alter table in_person_sessions add column identity_document text
  check (identity_document in ('passport', 'identity-card', 'driving-license', 'residence-permit', 'other'));
alter table in_person_sessions add constraint identity_document_checked
  check ((identity_document is not null) = (identity_check is not distinct from 'document'));
