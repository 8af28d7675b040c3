/** Checks that the README is short, and that its statements about Countersign are tested. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { README_CLAIMS } from './readme-claims.ts';
import { stands } from './titles.ts';

const MAX_BYTES = 8192;
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');

test('keeps the README below 8 kB', () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(MAX_BYTES);
});

/** Maps the first cell of each row to the statement about Countersign in that row, for both tables. */
function rowsOf(heading: string): [string, string][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| ([^|]+?) \| ([^|]+?) \|/gm)].map(([, name = '', says = '']) => [name, says]);
}

test('lists every claim that the tables in the README make about Countersign', () => {
  const said = [...rowsOf('What you get'), ...rowsOf('Comparison')];
  expect(said.length).toBeGreaterThan(10);
  expect(said).toEqual(README_CLAIMS.map(({ row, says }) => [row, says]));
});

test('states that the project is licensed under the Apache License 2.0', () => {
  const licenses = globSync('{packages,apps}/*/package.json', { cwd: ROOT }).map(
    (name) => (JSON.parse(readFileSync(path.join(ROOT, name), 'utf8')) as { license: string }).license,
  );
  expect(licenses.length).toBeGreaterThan(8);
  expect(new Set(licenses)).toEqual(new Set(['Apache-2.0']));
  expect(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8')).toContain('Apache License');
});

test('does not claim in the README that there are no client libraries if the SDK exists', () => {
  const names = globSync('packages/*', { cwd: ROOT });
  // packages/client is for the project's own use. A client library is one that integrators install.
  const hasLibrary = names.some((name) => path.basename(name) === 'sdk');
  expect(readme.includes('| Client libraries | no,')).toBe(!hasLibrary);
});

test.each(README_CLAIMS)('$row: $says', ({ proofs }) => {
  expect(proofs.length).toBeGreaterThan(0);
  expect(proofs.filter((proof) => !stands(proof))).toEqual([]);
});
