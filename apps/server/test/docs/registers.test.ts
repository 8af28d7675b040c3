/** The registers of what runs without a request are whole: checked against the sources themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LOOSE_COMMITS } from '../../src/platform/db/loose-commits.ts';

const SRC = path.resolve(import.meta.dirname, '../../src');
const IS_TEST = /\.(test|fixture|contract)\.ts$/;
/** What ships, by its path below `src`. */
const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !IS_TEST.test(name))
  .map((name): [name: string, text: string] => [name, readFileSync(path.join(SRC, name), 'utf8')]);

const holding = (text: string): string[] => SOURCES.flatMap(([name, source]) => (source.includes(text) ? [name] : []));
const found = (pattern: RegExp): string[] =>
  SOURCES.flatMap(([, source]) => [...source.matchAll(pattern)].map(([, name = '']) => name));

test('every loose commit of the table is used, and no other way leads to one', () => {
  const used = found(/\b(?:looseCommit|runLoosely)\(\s*'([^']+)'/g);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(LOOSE_COMMITS).toSorted());
  expect(holding("'synchronous_commit'")).toEqual(['platform/db/loose-commits.ts']);
});
