-- Where a template's file holds variables such as [[company.name]], and what they were filled with in each document.
alter table template_files add column variables jsonb not null default '[]';
alter table documents add column variables jsonb not null default '[]';
