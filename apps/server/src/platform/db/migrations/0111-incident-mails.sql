-- Reminders of the 72 hours: how many of them had passed when the administrators were last told.
alter table incidents add column reminded_hours integer not null default 0;

-- Mails to the people whom an incident concerns (GDPR article 34).
create table incident_mailings (
  tenant_id text collate "C" not null,
  incident_id text collate "C" not null,
  n integer not null,
  subject text not null,
  text text not null,
  actor_kind text not null,
  actor_id text collate "C" not null,
  created_at timestamptz(3) not null,
  primary key (tenant_id, incident_id, n),
  foreign key (tenant_id, incident_id) references incidents (tenant_id, id)
);
alter table incident_mailings enable row level security;
alter table incident_mailings force row level security;
create policy own_tenant on incident_mailings to countersign_app using (tenant_id = current_tenant());
grant select, insert on incident_mailings to countersign_app;

create table incident_mail_recipients (
  tenant_id text collate "C" not null,
  incident_id text collate "C" not null,
  mailing integer not null,
  email text not null,
  email_key text collate "C" not null,
  -- `handing-over` is committed before the mail server gets it: whoever finds it so after a crash cannot know whether it was taken,
  -- and does not send it again.
  status text not null default 'waiting' check (status in ('waiting', 'handing-over', 'sent', 'failed')),
  reason text,
  changed_at timestamptz(3) not null,
  primary key (tenant_id, incident_id, mailing, email_key),
  foreign key (tenant_id, incident_id, mailing) references incident_mailings (tenant_id, incident_id, n)
);
alter table incident_mail_recipients enable row level security;
alter table incident_mail_recipients force row level security;
create policy own_tenant on incident_mail_recipients to countersign_app using (tenant_id = current_tenant());
grant select, insert, update on incident_mail_recipients to countersign_app;
