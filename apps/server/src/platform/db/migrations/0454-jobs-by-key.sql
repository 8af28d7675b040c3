-- A job has one index for its identity instead of two: its key, which is its id if no other request is for the same work. A dead job
-- gives its key free (ADR 116).
alter table jobs no force row level security;
update jobs set unique_key = id where unique_key is null or state = 'dead';
alter table jobs force row level security;
alter table jobs alter column unique_key set not null;
drop index jobs_unique;
alter table jobs drop constraint jobs_pkey;
alter table jobs add primary key (tenant_id, kind, unique_key);
