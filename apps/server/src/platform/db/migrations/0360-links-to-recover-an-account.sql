-- Security notices carry a link that starts the recovery of an account (ADR 85).
alter table email_tokens drop constraint email_tokens_purpose_check;
alter table email_tokens add constraint email_tokens_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'change-email', 'undo-email-change', 'recover-account'));
