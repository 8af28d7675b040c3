-- What only some kinds of fields have: default, readOnly, options, validation (packages/contract/src/fields.ts).
-- One column, as nothing ever searches by them and further kinds bring further members.
alter table fields add column settings jsonb not null default '{}';
