-- Returns the search keys of a title or of a recipient: every one, two and three letters in a row, and each tag behind a character
-- that titles cannot contain. Searches no longer look up keys with a status (0600), and without them PostgreSQL computes the keys in
-- half the time. The index of older rows still contains such keys, which does no harm, and it sorts out duplicate keys itself. The
-- parameter `state` stays because the expression of the index includes it.
create or replace function search_numbers(tenant text, folded text, tags text[], state text) returns bigint[]
  language sql immutable parallel safe
  return (select coalesce(array_agg(hashtextextended(tenant || key, 0)), '{}') from (
    select substr(folded, start, size) as key
      from generate_series(1, 3) size, generate_series(1, length(folded) - size + 1) start
    union all select chr(1) || tag from unnest(tags) tag) keys);
