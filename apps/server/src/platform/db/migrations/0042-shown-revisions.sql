-- Which revisions of the document a recipient was shown: what was delivered to their session, so that a signature names none
-- that they never saw. It begins anew when the place goes to somebody else.
alter table signers add column shown_revisions integer[] not null default '{}';
