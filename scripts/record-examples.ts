/**
 * `npm run examples` runs the tests of operations that have no example in the description, and stores their requests
 * and responses. `npm run examples -- FILE...` runs the given tests instead, for errors and for changes. Afterwards,
 * both do the same as `npm run docs`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readExamples } from '../apps/server/src/transport/openapi/examples.ts';
import type { Provoked } from '../apps/server/test/support/provoked.ts';
import { examplesOf, missingExamples } from './examples.ts';
import { generatedDocs, inLines } from './generate-docs.ts';
import { root, runTests } from './run-vitest.ts';

const EXAMPLES = path.join(root, 'apps/server/src/transport/openapi/examples.json');

const { operations } = missingExamples(readExamples());
const named = process.argv.slice(2);
const files = named.length > 0 ? named : operations.map((id) => `apps/server/test/http/${id}.test.ts`);
if (files.length > 0) {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-examples-'));
  const { ok } = await runTests(files, { PROVOKED: folder });
  writeFileSync(EXAMPLES, `${inLines(examplesOf(readProvoked(folder), readExamples(), false))}\n`);
  rmSync(folder, { recursive: true });
  for (const [name, text] of generatedDocs()) writeFileSync(path.join(root, name), text);
  if (!ok) process.exitCode = 1;
}
const left = missingExamples(readExamples());
for (const one of [...left.operations, ...left.errors])
  console.log(`no example yet: ${one} (run npm run examples -- FILE with a test that gets this response)`);

/** Reads the responses that tests recorded in a folder (test/support/provoked.ts). */
function readProvoked(folder: string): Provoked[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
  return lines.flatMap((line): Provoked[] => (line === '' ? [] : [JSON.parse(line) as Provoked]));
}
