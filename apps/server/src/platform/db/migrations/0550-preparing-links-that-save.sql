-- Preparing links that only save. The hourly sweep deletes rows that nobody can use any longer.
alter table preparing_links add column can_send boolean not null default true;
create index preparing_links_by_end on preparing_links (coalesce(bearer_until, expires_at));
create policy jobs_old on preparing_links to countersign_jobs using (coalesce(bearer_until, expires_at) < now() - interval '1 day');
grant delete, select (tenant_id, link_hash, expires_at, bearer_until) on preparing_links to countersign_jobs;
