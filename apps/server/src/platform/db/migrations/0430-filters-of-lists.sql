-- Pairs of the caller's own on templates; the caller's own id of a bulk send, and when its state last changed.
alter table templates add column metadata jsonb not null default '{}';
alter table bulk_sends
  add column external_id text collate "C",
  add column changed_at timestamptz;
create unique index bulk_sends_by_external_id on bulk_sends (tenant_id, external_id) where external_id is not null;
