/** Checks that the lists of background work contain every job in the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EMITTED_BY } from '@countersign/contract';
import { expect, test } from 'vitest';
import { features } from '../../src/main/features.ts';
import type { Services } from '../../src/main/services.ts';
import type { Feature } from '../../src/platform/feature.ts';
import { LOOSE_COMMITS } from '../../src/platform/db/loose-commits.ts';

const SRC = path.resolve(import.meta.dirname, '../../src');
const IS_TEST = /\.(test|fixture|contract)\.ts$/;
/** The shipped sources, by their path below `src`. */
const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !IS_TEST.test(name))
  .map((name): [name: string, text: string] => [name, readFileSync(path.join(SRC, name), 'utf8')]);

const holding = (text: string): string[] => SOURCES.flatMap(([name, source]) => (source.includes(text) ? [name] : []));
const found = (pattern: RegExp): string[] =>
  SOURCES.flatMap(([, source]) => [...source.matchAll(pattern)].map(([, name = '']) => name));

test('lists exactly the transactions that commit without waiting for the disk', () => {
  const used = found(/\b(?:looseCommit|runLoosely)\(\s*'([^']+)'/g);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(LOOSE_COMMITS).toSorted());
  expect(holding("'synchronous_commit'")).toEqual(['platform/db/loose-commits.ts']);
});

const all: readonly Feature<Services>[] = features;

test('records exactly the events that the contract declares, and reacts only to those events', () => {
  const recorded = new Set(
    found(/\bkind: ['`]((?:document|recipient|package|field|user|subscription|security)\.[a-z_${}]+)['`]/g),
  );
  // All ways in which a package can end are recorded in one place.
  if (recorded.delete('package.${ending}'))
    for (const status of ['completed', 'expired', 'cancelled']) recorded.add(`package.${status}`);
  const emitted = Object.entries(EMITTED_BY).flatMap(([kind, by]) => (by.length > 0 ? [kind] : []));
  expect([...recorded].toSorted()).toEqual(emitted.toSorted());
  const reactedTo = all.flatMap(({ reactions = {} }) => Object.keys(reactions));
  expect(reactedTo.filter((kind) => !recorded.has(kind))).toEqual([]);
});

test('lists the reactions and continuations of each feature in its descriptor, and leaves no continuation unused', async () => {
  const isDeclaration = (name: string): boolean => /^features\/[^/]+\/reactions\.ts$/.test(name);
  const code = SOURCES.flatMap(([name, text]) => (isDeclaration(name) ? [] : [text])).join('\n');
  const files = SOURCES.map(([name]) => name).filter(isDeclaration);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const declared = (await import(path.join(SRC, file))) as Pick<Feature<Services>, 'reactions' | 'continuations'>;
    const feature = all.find(({ name }) => name === file.split('/')[1]);
    expect(Object.keys(declared).length, file).toBeGreaterThan(0);
    for (const [name, table] of Object.entries(declared)) expect(feature, file).toHaveProperty(name, table);
    const unused = Object.keys(declared.continuations ?? {}).filter(
      (name) => !code.includes(`continuations.${name}`) && !code.includes(`'${name}'`),
    );
    expect(unused, file).toEqual([]);
  }
});

test('writes rows to the jobs table in only one place in the code', () => {
  expect(SOURCES.flatMap(([name, text]) => (/insert\s+into\s+jobs\b/i.test(text) ? [name] : []))).toEqual([
    'platform/jobs/enqueue.ts',
  ]);
});
