-- Where the signing page leads afterwards: of a document, and of the newest link for one use of a recipient, which goes first.
alter table documents add column redirects jsonb;
alter table signers add column redirects jsonb;
