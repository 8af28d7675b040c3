// `npm run check`: what is worth knowing before a commit, in about a minute: every check of `npm test`, and the tests near what changed
// (since origin/main or the commit named as the argument). The access matrix and what starts whole servers or browsers is left to `npm test`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runChecks, showOutcomes } from './checks.ts';
import { testsNear } from './near.ts';
import { header, root, runTests } from './run-vitest.ts';

/** More files than these take longer than a minute: they are named, and left to `npm test` or to whoever asks for them. */
const MOST_FILES = 25;

process.exitCode = await main(process.argv[2]);

async function main(since: string = base()): Promise<number> {
  const changed = changedFiles(since);
  const near = testsNear(changed, git('ls-files', '--cached', '--others', '--exclude-standard').split('\n'));
  console.log(`${changed.length} files changed since ${since}`);
  const [outcomes, tests] = await Promise.all([
    runChecks(['format:check', 'boundaries', 'dead-code', 'lint']),
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

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
