-- What a page keeps of a draft while it is prepared, as it is typed (features/documents/saved-draft.ts, ADR 59). In the row of
-- the document, so that it is seen by whom the document is seen by, and goes with it.
alter table documents
  -- Counts the saves, and the plans that came another way: whoever saves says which one they go on from.
  add column draft_revision integer not null default 0,
  add column draft jsonb,
  add column draft_saved_by text collate "C",
  add column draft_saved_at timestamptz(3);
