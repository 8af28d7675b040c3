-- Authorities come in generations: the newest issues, the others stay for what they issued. A key may be elsewhere (the
-- operator's own CA) or offline (the root), and then leaves its last revocation list behind.
alter table authorities add column generation integer not null default 1 check (generation >= 1);
alter table authorities drop constraint authorities_pkey;
alter table authorities add primary key (environment, kind, generation);
alter table authorities alter column key_sealed drop not null;
-- Certificates above an operator's CA, issuer first; those of our own are rows of this table.
alter table authorities add column chain bytea[] not null default '{}';
alter table authorities add column crl bytea;
-- Taking the root offline and bringing a newer list from it. Certificates are never changed.
grant update (key_sealed, crl) on authorities to countersign_auth;

-- The same for seals: signatures of an earlier one are in documents that are still out.
alter table seals add column generation integer not null default 1 check (generation >= 1);
alter table seals drop constraint seals_pkey;
alter table seals add primary key (tenant_id, generation);
alter table seals alter column key_sealed drop not null;
-- Certificates above it, issuer first, where they are not in `authorities`.
alter table seals add column chain bytea[] not null default '{}';
