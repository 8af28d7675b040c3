-- Counted with every change of name and settings, so that of two administrators who change them at the same time the second is told.
-- Which settings there are stands in the contract and in features/organizations/settings.ts: what nobody chose is not stored.
alter table organizations add column settings_revision integer not null default 1;
grant update (settings_revision) on organizations to countersign_app;
