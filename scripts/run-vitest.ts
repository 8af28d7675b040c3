/** Runs vitest and evaluates its report: how many tests passed, and which files failed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TestCounts {
  passed: number;
  /** The number of passed tests in files without a failure. */
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
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string }[];
  }[];
}

export interface TestRun {
  ok: boolean;
  seconds: number;
  counts: TestCounts;
  /** The files that contain a failed test, could not be loaded, or whose process crashed. */
  failed: string[];
  /** The total duration of each file's tests. */
  files: { file: string; seconds: number }[];
}

export const root = path.resolve(import.meta.dirname, '..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

/** Runs vitest. `args` are those of its command line. */
export async function runTests(args: string[], environment: Record<string, string> = {}): Promise<TestRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-report-'));
  const file = path.join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const command = [process.execPath, vitest, 'run', ...reporters, ...args];
    const { code, seconds } = await run(command, 'inherit', environment);
    const report = readReport(file);
    // Vitest also fails if an error occurs outside of all tests. Such an error is not included in any count.
    return { ok: code === 0 && report.counts.failed === 0, seconds, ...report };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that could not be loaded has no tests to count and is reported as failed. */
function readReport(file: string): Pick<TestRun, 'counts' | 'failed' | 'files'> {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    const results = report.testResults.map(({ name, status, startTime, endTime, assertionResults }) => ({
      name: path.relative(root, name),
      failed: status === 'failed',
      seconds: (endTime - startTime) / 1000,
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
      files: results.map(({ name, seconds }) => ({ file: name, seconds })),
    };
  } catch (error) {
    console.error(`vitest left no report: ${String(error)}`);
    const counts = { passed: 0, passedElsewhere: 0, failed: 0, skipped: 0, skippedElsewhere: 0 };
    return { counts, failed: [], files: [] };
  }
}

/** Runs a program and returns its exit status and, with `pipe`, its output. */
export function run(
  [command = '', ...args]: string[],
  output: 'pipe' | 'inherit',
  environment: Record<string, string> = {},
): Promise<{ code: number | null; output: string; seconds: number }> {
  const started = performance.now();
  // Sets PATH as npm does, so that the scripts of package.json find their tools, and the tools find the Node that runs
  // this file.
  const tools = [path.dirname(process.execPath), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(
    path.delimiter,
  );
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, PATH: tools, ...environment },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: text, seconds: (performance.now() - started) / 1000 }));
  });
}

/** Provides the bundle that processes start from. It is rebuilt if a source has changed. */
export async function provideBundle(): Promise<void> {
  const { code } = await run([process.execPath, 'scripts/server-bundle.mjs'], 'inherit');
  if (code !== 0) throw new Error('the server could not be bundled');
}

/** The heading above the output of each step. */
export function header(text: string): void {
  console.log(`\n== ${text}`);
}
