// `npm test` runs every check of the project. Arguments are passed to vitest (a folder, -t "name"), except for
// --write-coverage and --record-calls.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readExamples } from '../apps/server/src/transport/openapi/examples.ts';
import type { Provoked } from '../apps/server/test/support/provoked.ts';
import { type Outcome, runChecks, showOutcomes } from './checks.ts';
import { coveragePage, listedAsUnseen, uncalled, unprovoked } from './coverage-page.ts';
import { examplesOf } from './examples.ts';
import { generatedDocs, inLines } from './generate-docs.ts';
import { provideOutsideTools } from './outside-tools.ts';
import { writeRecord } from './near-record.ts';
import { header, provideBundle, root, runTests, type TestRun } from './run-vitest.ts';
import { judgeTests } from './test-verdict.ts';

/** If more files than this have failed, the cause is not a busy machine. */
const MOST_REPEATED = 5;
const MOST_TRIES = 3;
const EXAMPLES = path.join(root, 'apps/server/src/transport/openapi/examples.json');
const PAGE = path.join(root, 'docs/api/coverage.md');

const WRITE = '--write-coverage';
const RECORD = '--record-calls';
const args = process.argv.slice(2).filter((argument) => argument !== WRITE && argument !== RECORD);
/** The folder in which the tests record the statuses they receive. */
const provoked = mkdtempSync(path.join(tmpdir(), 'countersign-provoked-'));
/**
 * The folder in which the tests record the sources they call. Undefined unless requested, because counting calls
 * prevents inlining in V8, which made a loop over a parser 15 times slower. Calls are recorded only in a complete run,
 * because a partial run would lose the records of the other tests.
 */
const called =
  args.length === 0 && process.argv.includes(RECORD)
    ? mkdtempSync(path.join(tmpdir(), 'countersign-called-'))
    : undefined;

process.exitCode = await main();

async function main(): Promise<number> {
  const toDo = provideOutsideTools(false);
  if (toDo !== undefined) {
    console.error(toDo);
    return 1;
  }
  // The checks run first, so that the tests have the machine to themselves. Some tests measure time.
  const checks = await runChecks(['format:check', 'lint', 'boundaries', 'loads', 'dead-code', 'wording']);
  await provideBundle();
  const first = await test(args);
  const tests = first.counts.passed === 0 || first.failed.length > MOST_REPEATED ? first : await repeat(first);
  const outcomes = [...checks, { name: 'tests', ok: tests.ok, seconds: tests.seconds }];

  if (args.length === 0) outcomes.push(judgeCoverage(tests.ok && process.argv.includes(WRITE)));
  rmSync(provoked, { recursive: true });
  if (called !== undefined) {
    writeRecord(called);
    rmSync(called, { recursive: true });
  }

  showOutcomes(outcomes);
  const failsUnstable = process.env['FAIL_UNSTABLE'] === '1';
  const verdict = judgeTests({ failedFirst: first.failed, failed: tests.failed, counts: tests.counts }, failsUnstable);
  for (const line of verdict.lines) console.log(line);
  console.log(`${tests.counts.passed} passed, ${tests.counts.failed} failed`);
  return verdict.ok && outcomes.every(({ ok }) => ok) ? 0 : 1;
}

function test(names: string[]): Promise<TestRun> {
  header('tests');
  return runTests(names, { PROVOKED: provoked, ...(called !== undefined && { RECORD_NEAR: called }) });
}

/**
 * Runs the failed files again without other tests in parallel, to distinguish tests that depend on the machine's load
 * from real failures.
 */
async function repeat(first: TestRun): Promise<TestRun> {
  let run = first;
  for (let tries = 1; tries < MOST_TRIES && run.failed.length > 0; tries += 1) {
    header(`once more: ${run.failed.join(', ')}`);
    const { ok, seconds, counts, failed } = await test(run.failed);
    const { passedElsewhere, skippedElsewhere } = run.counts;
    run = {
      ...run,
      ok,
      failed,
      seconds: run.seconds + seconds,
      counts: {
        passed: passedElsewhere + counts.passed,
        passedElsewhere: passedElsewhere + counts.passedElsewhere,
        failed: counts.failed,
        // Vitest also reports a test as "pending" if its process crashed before the test ran.
        skipped: skippedElsewhere + counts.skipped,
        skippedElsewhere: skippedElsewhere + counts.skippedElsewhere,
      },
    };
  }
  return run;
}

/**
 * Fails if no test calls an operation, or if no test receives a documented status that the page does not list. The page
 * is written only on request, because a test run must not change project files.
 */
function judgeCoverage(write: boolean): Outcome {
  const started = performance.now();
  header('coverage of the interface');
  const lines = readdirSync(provoked).flatMap((name) => readFileSync(path.join(provoked, name), 'utf8').split('\n'));
  const seen = lines.flatMap((line): Provoked[] => (line === '' ? [] : [JSON.parse(line)]));
  if (write) {
    writeFileSync(PAGE, coveragePage(seen));
    writeFileSync(EXAMPLES, `${inLines(examplesOf(seen, readExamples()))}\n`);
    for (const [name, text] of generatedDocs()) writeFileSync(path.join(root, name), text);
  }
  const admitted = listedAsUnseen(readFileSync(PAGE, 'utf8'));
  const faults = uncalled(seen).map((id) => `no test calls ${id}`);
  for (const one of unprovoked(seen)) {
    const isAdmitted = admitted.has(one);
    console.log(`no test receives ${one}${isAdmitted ? ' (listed in docs/api/coverage.md)' : ''}`);
    if (!isAdmitted)
      faults.push(`no test receives ${one}. Write a test, or list the status with npm test -- ${WRITE}.`);
  }
  for (const fault of faults) console.log(fault);
  return { name: 'coverage', ok: faults.length === 0, seconds: (performance.now() - started) / 1000 };
}
