-- Codes of warnings that the sender confirms before the document goes out. Documents from before have none.
alter table documents add column warnings_to_accept text[] not null default '{}';
