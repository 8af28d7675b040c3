import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statementsOf } from './statements-of.ts';

test('ends a statement only at a semicolon outside of texts, names and comments', () => {
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

test('no migration has a standard SQL body of several statements, which it would cut', () => {
  const folder = new URL('../migrations/', import.meta.url);
  const found = readdirSync(folder).filter((name) =>
    /\bbegin\s+atomic\b/i.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  expect(found).toEqual([]);
});
