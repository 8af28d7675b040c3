-- Nine tenths of a mail's HTML are markup that all mails share: it is kept deflated against that (platform/packed.ts). What there is
-- from before stays as it is.
alter table mails alter column body_html drop not null;
alter table mails add column html_packed bytea;
alter table mails alter column html_packed set storage external;
alter table mails add constraint mails_html check ((body_html is null) <> (html_packed is null));
