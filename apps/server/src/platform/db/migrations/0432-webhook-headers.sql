-- Headers of the owner's own that each delivery carries: names with values, sealed as JSON, and how they are shown.
alter table webhook_endpoints
  add column headers_sealed bytea,
  add column headers_shown jsonb not null default '{}';
