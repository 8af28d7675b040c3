// `npm test`: every check of the project. Arguments are handed to vitest (a folder, -t "name").
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Provoked } from '../apps/server/test/support/provoked.ts';
import { coveragePage, uncalled } from './coverage-page.ts';
import { provideOutsideTools } from './outside-tools.ts';

interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
}

interface TestCounts {
  passed: number;
  /** Of these, the ones in files that did not fail. */
  passedElsewhere: number;
  failed: number;
  skipped: number;
  skippedElsewhere: number;
}

/** The part of vitest's JSON report that is read here (the format is Jest's). */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

interface TestRun {
  ok: boolean;
  seconds: number;
  counts: TestCounts;
  /** Files with a test that failed, that could not be loaded, or whose process died. */
  failed: string[];
}

/** More than this many failed files are no accident of a busy machine. */
const MOST_REPEATED = 5;
const MOST_TRIES = 3;

const root = path.resolve(import.meta.dirname, '..');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);

/** Where the tests note what they provoke. */
const provoked = mkdtempSync(path.join(tmpdir(), 'countersign-provoked-'));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

process.exitCode = await main();

async function main(): Promise<number> {
  const toDo = provideOutsideTools();
  if (toDo !== undefined) {
    console.error(toDo);
    return 1;
  }
  // Two at a time fill two cores; the tests then have the machine to themselves, as some of them measure.
  const checks = await inPairs(['format:check', 'lint', 'boundaries', 'dead-code'], check);
  const first = await runTests(process.argv.slice(2));
  const tests = first.counts.passed === 0 || first.failed.length > MOST_REPEATED ? first : await repeat(first);
  const outcomes = [...checks, { name: 'tests', ok: tests.ok, seconds: tests.seconds }];

  if (tests.ok && process.argv.length === 2) outcomes.push(writeCoverage());

  header('summary');
  for (const { name, ok, seconds } of outcomes)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  for (const file of first.failed)
    console.log(
      tests.failed.includes(file) ? `FAILED ${file}` : `UNSTABLE ${file}: failed at first, passed when run again`,
    );
  const { passed, failed, skipped } = tests.counts;
  if (skipped > 0) console.log(`FAILED ${skipped} tests were skipped: a test runs, or it is not there`);
  console.log(`${passed} passed, ${failed} failed`);
  const allRan = passed > 0 && failed === 0 && skipped === 0;
  return allRan && outcomes.every(({ ok }) => ok) ? 0 : 1;
}

/**
 * Runs the files that failed again, by themselves. What fails each time has failed; what passes then is named in the summary, as a
 * test that depends on the machine's load is a defect of its own, but not one of the product.
 */
async function repeat(first: TestRun): Promise<TestRun> {
  let run = first;
  for (let tries = 1; tries < MOST_TRIES && run.failed.length > 0; tries += 1) {
    header(`once more: ${run.failed.join(', ')}`);
    const { ok, seconds, counts, failed } = await runTests(run.failed);
    const { passedElsewhere, skippedElsewhere } = run.counts;
    run = {
      ok,
      failed,
      seconds: run.seconds + seconds,
      counts: {
        passed: passedElsewhere + counts.passed,
        passedElsewhere: passedElsewhere + counts.passedElsewhere,
        failed: counts.failed,
        // A test that had not run when its process died is "pending" too.
        skipped: skippedElsewhere + counts.skipped,
        skippedElsewhere: skippedElsewhere + counts.skippedElsewhere,
      },
    };
  }
  return run;
}

/** Runs a script of package.json and shows its output when it is through, so that two at once do not mingle. */
async function check(name: string): Promise<Outcome> {
  const { code, output, seconds } = await run(['/bin/sh', '-c', scripts[name] ?? 'exit 1'], 'pipe');
  header(`${name} (${seconds.toFixed(1)} s)`);
  process.stdout.write(output);
  return { name, ok: code === 0, seconds };
}

async function runTests(args: string[]): Promise<TestRun> {
  header('tests');
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-report-'));
  const file = path.join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const { code, seconds } = await run([process.execPath, vitest, 'run', ...reporters, ...args], 'inherit');
    const { counts, failed } = readReport(file);
    // Vitest also fails for an error outside of any test, which no count shows.
    return { ok: code === 0 && counts.failed === 0, seconds, counts, failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that could not be loaded has no tests to count, and counts as one that failed. */
function readReport(file: string): { counts: TestCounts; failed: string[] } {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    const results = report.testResults.map(({ name, status, assertionResults }) => ({
      name: path.relative(root, name),
      failed: status === 'failed',
      tests: assertionResults.map((test) => test.status),
    }));
    const elsewhere = results.filter(({ failed }) => !failed).flatMap(({ tests }) => tests);
    const broken = results.filter(({ failed, tests }) => failed && !tests.includes('failed'));
    return {
      counts: {
        passed: report.numPassedTests,
        passedElsewhere: elsewhere.filter((status) => status === 'passed').length,
        failed: report.numFailedTests + broken.length,
        skipped: report.numPendingTests + report.numTodoTests,
        skippedElsewhere: elsewhere.filter((status) => status !== 'passed').length,
      },
      failed: results.filter(({ failed }) => failed).map(({ name }) => name),
    };
  } catch (error) {
    console.error(`vitest left no report: ${String(error)}`);
    return { counts: { passed: 0, passedElsewhere: 0, failed: 0, skipped: 0, skippedElsewhere: 0 }, failed: [] };
  }
}

/** What the tests have provoked, as a page; an operation that none has called is a failure. */
function writeCoverage(): Outcome {
  const started = performance.now();
  header('coverage of the interface');
  const lines = readdirSync(provoked).flatMap((name) => readFileSync(path.join(provoked, name), 'utf8').split('\n'));
  const seen = lines.flatMap((line): Provoked[] => (line === '' ? [] : [JSON.parse(line)]));
  rmSync(provoked, { recursive: true });
  const missing = uncalled(seen);
  for (const one of missing) console.log(`no test calls ${one}`);
  writeFileSync(path.join(root, 'docs/api/coverage.md'), coveragePage(seen));
  return { name: 'coverage', ok: missing.length === 0, seconds: (performance.now() - started) / 1000 };
}

async function inPairs<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const queue = items.entries();
  const results: R[] = [];
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all([worker(), worker()]);
  return results;
}

function run(
  [command = '', ...args]: string[],
  output: 'pipe' | 'inherit',
): Promise<{ code: number | null; output: string; seconds: number }> {
  const started = performance.now();
  // The scripts of package.json find their tools, and these the Node that runs this file, as under npm.
  const tools = [path.dirname(process.execPath), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(
    path.delimiter,
  );
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, PATH: tools, PROVOKED: provoked },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: text, seconds: (performance.now() - started) / 1000 }));
  });
}

function header(text: string): void {
  console.log(`\n== ${text}`);
}
