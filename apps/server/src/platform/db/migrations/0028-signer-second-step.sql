-- A second step that the sender may ask of a recipient, beside the link and the access code (ADR 35).
alter table signers
  add column second_step text check (second_step in ('account', 'email-code')),
  -- Where the codes go; another address than the link went to.
  add column second_email text,
  -- The newest code: its number, from which it is derived anew; until when it counts; when the latest ones were sent.
  add column step_code integer not null default 0,
  add column step_code_until timestamptz(3),
  add column step_codes_sent timestamptz(3)[] not null default '{}',
  -- Counted before a code is checked, so that guesses at once are no more than guesses in turn.
  add column step_failures integer not null default 0,
  add check ((second_step = 'email-code') = (second_email is not null) or (second_step is null and second_email is null));
