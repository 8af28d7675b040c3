// `npm test`: every check of the project. Arguments are handed to vitest (a folder, -t "name").
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provideOutsideTools } from './outside-tools.ts';

interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
}

interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The part of vitest's JSON report that is read here (the format is Jest's). */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

const root = path.resolve(import.meta.dirname, '..');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);

process.exitCode = await main();

async function main(): Promise<number> {
  const toDo = provideOutsideTools();
  if (toDo !== undefined) {
    console.error(toDo);
    return 1;
  }
  // Two at a time fill two cores; the tests then have the machine to themselves, as some of them measure.
  const checks = await inPairs(['format:check', 'lint', 'boundaries', 'dead-code'], check);
  const { outcome, counts } = await runTests(process.argv.slice(2));
  const outcomes = [...checks, outcome];

  header('summary');
  for (const { name, ok, seconds } of outcomes)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (counts.skipped > 0) console.log(`FAILED ${counts.skipped} tests were skipped: a test runs, or it is not there`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  const allRan = counts.passed > 0 && counts.failed === 0 && counts.skipped === 0;
  return allRan && outcomes.every(({ ok }) => ok) ? 0 : 1;
}

/** Runs a script of package.json and shows its output when it is through, so that two at once do not mingle. */
async function check(name: string): Promise<Outcome> {
  const { code, output, seconds } = await run(['/bin/sh', '-c', scripts[name] ?? 'exit 1'], 'pipe');
  header(`${name} (${seconds.toFixed(1)} s)`);
  process.stdout.write(output);
  return { name, ok: code === 0, seconds };
}

async function runTests(args: string[]): Promise<{ outcome: Outcome; counts: TestCounts }> {
  header('tests');
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-report-'));
  const file = path.join(folder, 'report.json');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const { code, seconds } = await run([process.execPath, vitest, 'run', ...reporters, ...args], 'inherit');
    const counts = countTests(file);
    // Vitest also fails for an error outside of any test, which no count shows.
    return { outcome: { name: 'tests', ok: code === 0 && counts.failed === 0, seconds }, counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that could not be loaded has no tests to count, and counts as one that failed. */
function countTests(file: string): TestCounts {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    const broken = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    );
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch (error) {
    console.error(`vitest left no report: ${String(error)}`);
    return { passed: 0, failed: 0, skipped: 0 };
  }
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
      env: { ...process.env, PATH: tools },
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
