-- Number of the audit entry of a recipient's signature, which their receipt is read from. Null: not signed, or signed before receipts.
alter table signers add column signed_entry integer;
