-- What a recipient's account has passed on the signing page: the same account then reads the document by its session (ADR 46).
-- It counts for the link generation it was passed with, and no longer than a session can last.
alter table signers
  add column account_proof_user text,
  add column account_proof_generation integer,
  add column account_proof_until timestamptz(3);
