// `npm run watch` runs the tests near a change after each change (scripts/near.ts). A run that is in progress finishes
// first.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { testsNear } from './near.ts';
import { readRecord } from './near-record.ts';
import { root, runTests } from './run-vitest.ts';
import { onChange } from './watch-files.ts';

const SOURCE = /\.(tsx?|mjs|sql|md|css|json)$/;
const GENERATED = /(^|\/)dist\//;
const MAX_FILES = 8;

/** Files that have changed since their tests last passed. */
const open = new Set<string>();
let running: Promise<void> | undefined;

console.log('Waiting for a change.');
onChange(
  ['apps', 'packages', 'scripts', 'docs'],
  (file) => SOURCE.test(file) && !GENERATED.test(file),
  (files) => {
    for (const file of files) open.add(file);
    void next();
  },
);

async function next(): Promise<void> {
  running ??= (async () => {
    while (open.size > 0) {
      const changed = [...open];
      open.clear();
      if (!(await passed(changed))) {
        for (const file of changed) open.add(file);
        break;
      }
    }
    running = undefined;
    console.log('\nWaiting for a change.');
  })();
  await running;
}

async function passed(changed: readonly string[]): Promise<boolean> {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const near = testsNear(changed, files, read, readRecord());
  if (near.length === 0) return true;
  const { ok } = await runTests(near.slice(0, MAX_FILES));
  if (near.length > MAX_FILES) console.log(`not run: ${near.slice(MAX_FILES).join(', ')}`);
  return ok;
}

function read(file: string): string {
  const found = path.join(root, file);
  return existsSync(found) ? readFileSync(found, 'utf8') : '';
}
