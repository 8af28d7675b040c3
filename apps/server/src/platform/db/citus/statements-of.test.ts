import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statementsOf } from './statements-of.ts';

test('splits statements only at semicolons outside strings, identifiers and comments', () => {
  const sql = `-- One; table.
create table "a;b" (c text default 'it''s; fine');
do $$ begin perform 1; end $$;
create function f() returns int language sql as $body$ select 1; $body$; /* done; */
`;
  expect(statementsOf(sql).map((text) => text.trim().split('\n').at(-1))).toEqual([
    `create table "a;b" (c text default 'it''s; fine')`,
    'do $$ begin perform 1; end $$',
    'create function f() returns int language sql as $body$ select 1; $body$',
  ]);
});

test('finds no SQL-standard function body in a migration, because the statement splitter would break it', () => {
  const folder = new URL('../migrations/', import.meta.url);
  const found = readdirSync(folder).filter((name) =>
    /\bbegin\s+atomic\b/i.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  expect(found).toEqual([]);
});
