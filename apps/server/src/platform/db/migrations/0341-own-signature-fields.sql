-- Signature fields of a file whose permissions allow no others: recipients sign in these, in their order.
alter table documents add column own_fields text[] not null default '{}';
