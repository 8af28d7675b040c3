import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_LANGUAGES } from '../../packages/contract/src/languages.ts';

const KINDS = ['sql', 'script', 'path', 'command', 'template', 'header', 'protocol', 'agent'];
const PLACES = ['prose', 'path', 'query', 'header', 'json-key', 'file-name', 'user-agent'];

type Row = Record<string, unknown>;
const read = (name: string): Row[] =>
  readFileSync(path.join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const attacks = read('attacks.jsonl');
const honest = read('honest.jsonl');

const countBy = (rows: Row[], key: string): Map<unknown, number> =>
  new Map([...Map.groupBy(rows, (row) => row[key])].map(([value, own]) => [value, own.length]));
const where = (row: Row): string => JSON.stringify([row['place'], row['value']]);
const duplicates = (keys: unknown[]): unknown[] => keys.filter((key, index) => keys.indexOf(key) !== index);
/**
 * Whether a value contains only characters that can occur in legitimate requests. A raw control character in a path or
 * a header is an attack.
 */
const isWire = (value: string): boolean => /^[\x21-\x7e]*$/.test(value);

describe.each([
  { name: 'attacks', rows: attacks, members: ['id', 'kind', 'note', 'place', 'value'] },
  { name: 'honest', rows: honest, members: ['field', 'id', 'language', 'place', 'value'] },
])('the corpus of $name', ({ rows, members }) => {
  it('contains only entries with the expected text properties and a known request position', () => {
    const wrong = rows.filter((row) => {
      const own = Object.keys(row).filter((key) => key !== 'looksLike');
      return own.toSorted().join() !== members.join() || Object.values(row).some((value) => typeof value !== 'string');
    });
    expect(wrong).toEqual([]);
    expect(rows.filter((row) => !PLACES.includes(String(row['place'])))).toEqual([]);
  });

  it('uses each ID once, and each value once per request position', () => {
    expect(duplicates(rows.map((row) => row['id']))).toEqual([]);
    expect(duplicates(rows.map(where))).toEqual([]);
  });

  it('has at least 1,500 entries, and at least 100 for each request position', () => {
    expect(rows.length).toBeGreaterThanOrEqual(1500);
    for (const place of PLACES) expect(countBy(rows, 'place').get(place), place).toBeGreaterThanOrEqual(100);
  });

  it('writes paths as in a request, with a leading slash', () => {
    const paths = rows.filter((row) => row['place'] === 'path').map((row) => String(row['value']));
    expect(paths.filter((value) => !value.startsWith('/'))).toEqual([]);
  });

  it('writes each header with its name and a colon', () => {
    const headers = rows.filter((row) => row['place'] === 'header').map((row) => String(row['value']));
    expect(headers.filter((value) => !/^[A-Za-z0-9_-]+ ?: /.test(value))).toEqual([]);
  });
});

it('has a minimum number of attacks of every kind', () => {
  const kinds = countBy(attacks, 'kind');
  expect(new Set(kinds.keys())).toEqual(new Set(KINDS));
  for (const kind of ['sql', 'script']) expect(kinds.get(kind), kind).toBeGreaterThanOrEqual(300);
  for (const kind of ['path', 'command', 'template', 'agent']) {
    expect(kinds.get(kind), kind).toBeGreaterThanOrEqual(100);
  }
  for (const kind of ['header', 'protocol']) expect(kinds.get(kind), kind).toBeGreaterThanOrEqual(60);
});

it('has harmless texts in every language of the product', () => {
  const languages = countBy(honest, 'language');
  expect(new Set(languages.keys())).toEqual(new Set(ALL_LANGUAGES));
  for (const language of ALL_LANGUAGES) expect(languages.get(language), language).toBeGreaterThanOrEqual(80);
});

it('has at least 400 harmless texts that look like a known kind of attack', () => {
  const suspicious = honest.filter((row) => row['looksLike'] !== undefined);
  expect(suspicious.length).toBeGreaterThanOrEqual(400);
  expect(suspicious.filter((row) => !KINDS.includes(String(row['looksLike'])))).toEqual([]);
});

it('contains harmless paths and query strings in the form in which browsers send them', () => {
  const wire = honest.filter((row) => row['place'] === 'path' || row['place'] === 'query');
  expect(wire.filter((row) => !isWire(String(row['value'])))).toEqual([]);
});

it('lists no text both as an attack and as harmless', () => {
  const hostile = new Set(attacks.map(where));
  expect(honest.filter((row) => hostile.has(where(row)))).toEqual([]);
});
