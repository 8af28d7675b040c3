-- Numbers of the single-use links of a recipient that were not opened yet, and to whom they were given, newest first.
alter table signers
  add column open_links integer[] not null default '{}',
  add column link_holders text[] collate "C" not null default '{}';
-- A link that was issued before the migration still opens.
update signers set open_links = array[embedded_issued] where embedded_issued > embedded_used;
