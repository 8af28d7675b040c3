// `npm run check` runs the checks that are most useful before a commit, and takes up to a minute. It runs the checks of
// `npm test`, and the tests near the changes (since origin/main or the commit given as the argument). All types are
// checked, and type-aware lint rules run for changed files. The access matrix and tests that start whole servers or
// browsers run only in `npm test`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runChecks, showOutcomes } from './checks.ts';
import { lintedNear, testsNear } from './near.ts';
import { readRecord } from './near-record.ts';
import { header, root, runTests } from './run-vitest.ts';

/**
 * The maximum number of test files to run. At about three seconds of one core per file, more files would take longer
 * than a minute. The remaining files are only listed, so that you can run them explicitly or with `npm test`.
 */
const MAX_FILES = 16;

process.exitCode = await main(process.argv[2]);

async function main(since: string = base()): Promise<number> {
  const changed = changedFiles(since);
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').split('\n');
  const near = testsNear(changed, files, readSource, readRecord());
  const linted = lintedNear(changed, files, readSource);
  console.log(`${changed.length} files changed since ${since}`);
  const [outcomes, tests] = await Promise.all([
    runChecks(['types', 'boundaries', 'lint', 'loads', 'dead-code', 'format:check', 'wording'], {
      lint:
        linted.length === 0 ? 'oxlint' : `oxlint && oxlint --type-aware ${linted.map((file) => `'${file}'`).join(' ')}`,
    }),
    near.length === 0 ? undefined : runTests(near.slice(0, MAX_FILES)),
  ]);
  if (tests) outcomes.push({ name: 'tests', ok: tests.ok, seconds: tests.seconds });
  showOutcomes(outcomes);
  if (near.length > MAX_FILES) {
    header('also near the changes, but not run');
    console.log(near.slice(MAX_FILES).join('\n'));
  }
  console.log(tests ? `${tests.counts.passed} passed, ${tests.counts.failed} failed` : 'no test is near the changes');
  return outcomes.every(({ ok }) => ok) ? 0 : 1;
}

/**
 * Returns the start of the current work: the commit where it branches off origin/main, or the last commit if there is
 * no such branch.
 */
function base(): string {
  try {
    return git('merge-base', 'HEAD', 'origin/main').trim();
  } catch {
    return 'HEAD';
  }
}

function changedFiles(since: string): string[] {
  const names = `${git('diff', '--name-only', since)}${git('ls-files', '--others', '--exclude-standard')}`.split('\n');
  return [...new Set(names)].filter((name) => name !== '' && existsSync(path.join(root, name)));
}

/** Git still lists a file whose deletion is not committed yet. Such a file is read as empty. */
function readSource(file: string): string {
  const found = path.join(root, file);
  return existsSync(found) ? readFileSync(found, 'utf8') : '';
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
