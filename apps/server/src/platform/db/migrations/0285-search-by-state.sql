-- A word that a hundred thousand titles have, in a state that a hundred thousand documents have, and no document in both: no index knew
-- them together, so that all of the word's documents were looked up. The index of letters has each state together with letters and tags
-- now. A title's row would have to go through it anew at each change of state, so the state in it is the one that the roll-up of the
-- figures (0085-statistics.sql) saw last, in the background; what happened since is in the outbox behind its position, and is looked at
-- document by document.
--
-- Keys are numbers of 64 bits: the tenant's id before two letters was ten times as long as the letters. What two keys have in common by
-- accident is sorted out by the conditions that follow each look at the index.

alter table document_titles add column state text not null default 'draft';

-- Every one, two and three letters in a row, so that a search of any length and script has a key; each tag behind a sign that titles
-- cannot hold. With the state go three letters, fewer where they are no Latin ones (a Japanese word has two), and tags.
create function search_numbers(tenant text, folded text, tags text[], state text) returns bigint[]
  language sql immutable parallel safe
  return (select coalesce(array_agg(distinct hashtextextended(tenant || key, 0)), '{}') from (
    select substr(folded, start, size) as key
      from generate_series(1, 3) size, generate_series(1, length(folded) - size + 1) start
    union all select chr(1) || tag from unnest(tags) tag
    union all select chr(2) || state || chr(2) || substr(folded, start, size)
      from generate_series(1, 3) size, generate_series(1, length(folded) - size + 1) start
      where state is not null and (size = 3 or octet_length(substr(folded, start, size)) > size)
    union all select chr(2) || state || chr(1) || tag from unnest(tags) tag where state is not null) keys);

-- The keys that a match has to have: of a state, where one is given and has keys for such letters.
create function wanted_numbers(tenant text, search text, tag text, state text) returns bigint[]
  language sql immutable parallel safe
  return (select array_agg(distinct hashtextextended(tenant || key, 0)) from (
    select case when state is not null and (length(letters) = 3 or octet_length(letters) > length(letters))
        then chr(2) || state || chr(2) else '' end || letters as key
      from (select substr(search, start, least(length(search), 3)) as letters
        from generate_series(1, greatest(length(search) - 2, 1)) start where search is not null) parts
    union all select case when state is not null then chr(2) || state else '' end || chr(1) || tag where tag is not null) keys);

-- Row security would hide from this migration what there is, and is set aside for as long.
-- Minutes for a million documents: with little memory several times as many.
set local maintenance_work_mem = '256MB';
drop index if exists document_titles_by_key, document_recipients_by_key;
alter table documents no force row level security;
alter table document_titles no force row level security;
update document_titles t set state = case when d.deleted_at is null then d.status else 'deleted' end
  from documents d where d.tenant_id = t.tenant_id and d.id = t.document_id and (d.status <> 'draft' or d.deleted_at is not null);
alter table documents force row level security;
alter table document_titles force row level security;
create index document_titles_by_key on document_titles using gin (search_numbers(tenant_id, folded, tags, state));
create index document_recipients_by_key on document_recipients using gin (search_numbers(tenant_id, folded, '{}', null));
drop function search_keys(text, text, text[]), wanted_keys(text, text, text) cascade;

create policy search_all on outbox for select to countersign_search using (true);
create policy search_all on statistics_positions for select to countersign_search using (true);
grant select (tenant_id, id, document_id, xid) on outbox to countersign_search;
grant select (tenant_id, xid, event_id, counted_through) on statistics_positions to countersign_search;

-- Ids of the tenant's documents that match, at most `most` of them, in no order. Null is no filter. A statement for each way to look, so
-- that each is led by indexes that its own letters have keys in.
create or replace function search_documents(search text, find text, with_tag text, of_owner text, in_status text, with_archived boolean,
    in_trash boolean, ends_before timestamptz, most integer) returns setof text
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  as $$
    declare states text[]; seen_xid xid8; seen_event text;
    begin
      if find is null then
        if not in_trash and (in_status is not null or not with_archived) then
          states := case when in_status is not null then array[in_status]
            else '{draft,in-progress,completed,declined,expired,voided}'::text[] end;
          -- Where all documents were looked at once, and the position is of this server's transactions.
          select p.xid, p.event_id into seen_xid, seen_event from statistics_positions p
            where p.tenant_id = current_tenant() and p.counted_through is null and p.xid <= pg_snapshot_xmax(pg_current_snapshot());
        end if;
        if seen_xid is not null then
          return query with since as materialized (select distinct o.document_id as id from outbox o
              where o.tenant_id = current_tenant() and o.xid >= seen_xid and (o.xid > seen_xid or o.id > seen_event) and o.document_id is not null)
            select d.id from (
              select t.document_id from unnest(states) s (state) cross join lateral (select t.document_id from document_titles t
                  where t.tenant_id = current_tenant()
                    and search_numbers(t.tenant_id, t.folded, t.tags, t.state) @> wanted_numbers(current_tenant(), search, with_tag, s.state)
                    and t.state = s.state and (search is null or strpos(t.folded, search) > 0) and (with_tag is null or with_tag = any (t.tags))) t
                where t.document_id not in (select id from since)
              union all
              select t.document_id from since join document_titles t on t.tenant_id = current_tenant() and t.document_id = since.id
                where (search is null or strpos(t.folded, search) > 0) and (with_tag is null or with_tag = any (t.tags))) hits
            join documents d on d.tenant_id = current_tenant() and d.id = hits.document_id
            where d.status = any (states)
              and (of_owner is null or d.owner_id = of_owner)
              and (ends_before is null or d.expires_at < ends_before)
              and d.deleted_at is null
            limit most;
          return;
        end if;
        return query select t.document_id from document_titles t
          join documents d on d.tenant_id = t.tenant_id and d.id = t.document_id
          where t.tenant_id = current_tenant() and d.tenant_id = current_tenant()
            and search_numbers(t.tenant_id, t.folded, t.tags, t.state) @> wanted_numbers(current_tenant(), search, with_tag, null)
            and (search is null or strpos(t.folded, search) > 0)
            and (with_tag is null or with_tag = any (t.tags))
            and (of_owner is null or d.owner_id = of_owner)
            and (in_status is null or d.status = in_status)
            and (with_archived or d.status <> 'archived')
            and (ends_before is null or d.expires_at < ends_before)
            and (d.deleted_at is not null) = in_trash
          limit most;
      else
        return query select d.id from (
            select t.document_id from document_titles t where t.tenant_id = current_tenant() and strpos(t.folded, find) > 0
              and search_numbers(t.tenant_id, t.folded, t.tags, t.state) @> wanted_numbers(current_tenant(), find, null, null)
            union all
            select r.document_id from document_recipients r
              join documents own on own.tenant_id = current_tenant() and own.id = r.document_id
              where r.tenant_id = current_tenant() and strpos(r.folded, find) > 0 and strpos(own.folded_title, find) = 0
                and search_numbers(r.tenant_id, r.folded, '{}', null) @> wanted_numbers(current_tenant(), find, null, null)
                and not exists (select from document_recipients other where other.tenant_id = current_tenant()
                  and other.document_id = r.document_id and other.signer_id < r.signer_id and strpos(other.folded, find) > 0)) hits
          join documents d on d.tenant_id = current_tenant() and d.id = hits.document_id
          where (search is null or strpos(d.folded_title, search) > 0)
            and (with_tag is null or with_tag = any (d.tags))
            and (of_owner is null or d.owner_id = of_owner)
            and (in_status is null or d.status = in_status)
            and (with_archived or d.status <> 'archived')
            and (ends_before is null or d.expires_at < ends_before)
            and (d.deleted_at is not null) = in_trash
          limit most;
      end if;
    end
  $$;
