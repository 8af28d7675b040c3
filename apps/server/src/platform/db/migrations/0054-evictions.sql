-- What somebody has to be able to end who takes their account back: who got a value or set an address, and when.

-- With `undo-email-change`: when the change was asked for. What the account made from then on ends with the undo.
alter table email_tokens add column covers_from timestamptz(3);
-- Bearers of visits to documents, made for an account before this moment, count no longer.
alter table users add column evicted_at timestamptz(3);

-- Who was shown the present value last; a key that rotates itself shows it to nobody new.
alter table api_keys add column issued_to text collate "C", add column issued_at timestamptz(3);
alter table api_keys no force row level security;
update api_keys set issued_to = created_by, issued_at = coalesce(rotated_at, created_at);
alter table api_keys force row level security;
alter table api_keys alter column issued_to set not null, alter column issued_at set not null;

-- A user or a key. Endpoints from before say nothing.
alter table webhook_endpoints
  add column created_by text collate "C",
  -- Who set the address, or was shown the secret, last.
  add column set_by text collate "C",
  add column set_at timestamptz(3);

-- The newest link for one use: to whom it was given.
alter table signers add column link_issued_to text collate "C", add column link_issued_at timestamptz(3);
