-- Whether we send this recipient mail, and whether that includes the mail about the completed document.
alter table signers
  add column notify boolean not null default true,
  add column notify_completion boolean not null default true;
