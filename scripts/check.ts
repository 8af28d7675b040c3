// `npm run check`: what is worth knowing before a commit, within a minute: the checks of `npm test`, and the tests near what changed
// (since origin/main or the commit named as the argument). Types are judged as a whole, and the lint rules that ask for types where
// something changed. The access matrix and what starts whole servers or browsers is left to `npm test`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runChecks, showOutcomes } from './checks.ts';
import { lintedNear, testsNear } from './near.ts';
import { readRecord } from './near-record.ts';
import { header, root, runTests } from './run-vitest.ts';

/** More files than these take longer than a minute, at some three seconds of a core each: they are named, and left to `npm test` or to whoever asks for them. */
const MOST_FILES = 16;

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
    near.length === 0 ? undefined : runTests(near.slice(0, MOST_FILES)),
  ]);
  if (tests) outcomes.push({ name: 'tests', ok: tests.ok, seconds: tests.seconds });
  showOutcomes(outcomes);
  if (near.length > MOST_FILES) {
    header('near what changed too, and not run');
    console.log(near.slice(MOST_FILES).join('\n'));
  }
  console.log(tests ? `${tests.counts.passed} passed, ${tests.counts.failed} failed` : 'no test is near what changed');
  return outcomes.every(({ ok }) => ok) ? 0 : 1;
}

/** Where this work began: the place where it leaves origin/main, or the last commit where there is no such branch. */
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

/** A file that is deleted and not yet committed is still listed. */
function readSource(file: string): string {
  const found = path.join(root, file);
  return existsSync(found) ? readFileSync(found, 'utf8') : '';
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
