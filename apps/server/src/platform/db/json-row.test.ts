import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseFixture, openDatabaseFixture, sql } from './database.fixture.ts';
import { isoTime, JsonRow } from './json-row.ts';

let fixture: DatabaseFixture;
beforeAll(async () => {
  fixture = await openDatabaseFixture();
});
afterAll(() => fixture.close());

type Texts = { words: string; few: string | null };
type Others = {
  time: Date;
  rare: Date | null;
  size: number;
  is_so: boolean | null;
  tags: string[];
  metadata: Record<string, string>;
};
type Row = Texts & Others;

test('reads the same rows from JSON as from separate columns, for any values', async () => {
  const words = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
  const time = fc.date({ min: new Date('0100-01-01'), max: new Date('+012000-01-01'), noInvalidDate: true });
  const rows = fc.sample(
    fc.record({
      words,
      few: fc.option(words),
      time: fc.oneof(time, fc.constantFrom(new Date('2026-11-20T10:45:12Z'), new Date('2026-11-20T10:45:12.5Z'))),
      rare: fc.option(time),
      size: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      is_so: fc.option(fc.boolean()),
      tags: fc.array(words, { maxLength: 3 }),
      metadata: fc.dictionary(words, words, { maxKeys: 3, noNullPrototype: true }),
    }),
    300,
  );
  const json = new JsonRow<Texts, Others>({
    texts: { words: 'words', few: 'few' },
    others: { time: '"time"', rare: 'rare', size: 'size', is_so: 'is_so', tags: 'tags', metadata: 'metadata' },
  });
  const [write, read] = [
    `create table kinds (n int, words text, few text, "time" timestamptz(3), rare timestamptz(3), size bigint, is_so boolean, tags text[], metadata jsonb);
     grant select on kinds to countersign_app`,
    `select words, few, "time", rare, size, is_so, tags, metadata, ${json.sql} as row from kinds order by n`,
  ];
  await fixture.admin.query(write);
  for (const [n, row] of rows.entries())
    await fixture.admin.query('insert into kinds values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      n,
      row.words,
      row.few,
      pgTime(row.time),
      row.rare && pgTime(row.rare),
      row.size,
      row.is_so,
      row.tags,
      JSON.stringify(row.metadata),
    ]);
  const tenantId = await fixture.addTenant();
  const found = await fixture.open(1).query({ role: 'app', tenantId }, sql<Row & { row: string }>(read));
  expect(found).toHaveLength(rows.length);
  for (const { row, ...plain } of found) {
    const { time: at, rare, ...others } = json.read(row);
    const times = { time: isoTime(at), rare: rare === null ? null : isoTime(rare) };
    expect({ ...others, ...times }).toEqual({
      ...plain,
      time: plain.time.toISOString(),
      rare: plain.rare?.toISOString() ?? null,
    });
  }
});

/** PostgreSQL accepts no sign before a year of more than four digits. */
const pgTime = (time: Date): string => time.toISOString().replace('+0', '');
