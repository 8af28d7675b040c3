-- How the code of a visitor was delivered: evidence for the confirmation of the address. Null until it was delivered.
alter table public_link_requests add column code_via text check (code_via in ('smtp', 'mailbox'));
