/**
 * `npm run soak` runs the tests that take too long for `npm test`: all cases of tests that `npm test` samples
 * (`*.soak.test.ts`: kills, random document histories, changed files), tests that `npm test` omits
 * (`*.soak-only.test.ts`), and the browser tests with both color schemes. It takes half an hour or more. `npm run soak
 * -- sweep FOLDER` sends and signs every PDF in a folder instead, and `npm run soak -- genuine FOLDER` verifies a
 * folder of genuine signed files (`genuine.ts`). `npm run soak -- pooler` runs the HTTP tests through PgBouncer in
 * transaction mode, and `npm run soak -- postgres BIN` with the PostgreSQL in the folder BIN, such as
 * `/usr/lib/postgresql/15/bin`. `npm run soak -- s3` runs them with files in S3. `npm run soak -- citus` stops a worker
 * of the Citus cluster that environment variables specify. Arguments are passed to vitest (a file, -t "name"). Ends
 * with a summary: which files passed, how long they took, and their results.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provideOutsideTools } from './outside-tools.ts';
import { header, provideBundle, runTests } from './run-vitest.ts';

/** Tests that are skipped without a Citus cluster. */
const CITUS = 'apps/server/test/processes/citus.soak-only.test.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const [first, ...others] = args;
  const usesAllTools = !['sweep', 'genuine', 'postgres', 'citus'].includes(first ?? '');
  const toDo = provideOutsideTools(usesAllTools);
  if (toDo !== undefined) {
    console.error(toDo);
    return 1;
  }
  if (first === 'genuine') {
    const { genuine } = await import('./genuine.ts');
    return genuine(others);
  }
  if (first === 'sweep') {
    const { sweep } = await import('../apps/server/test/sweep/sweep.ts');
    return sweep(others);
  }
  if (first === 'pooler') return runHttpTests(undefined, others, { TEST_POOLER: 'transaction' });
  if (first === 's3') return runHttpTests(undefined, others, { TEST_FILES: 's3' });
  if (first === 'citus' && !process.env['TEST_CITUS_WORKERS']) {
    console.error('Set TEST_DATABASE_URL and TEST_CITUS_WORKERS to a cluster (docs/contribute/tests.md).');
    return 1;
  }
  if (first === 'postgres') return runHttpTests(others[0], others.slice(1), { TEST_LOGIN: 'owner' });
  const began = new Date();
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-soak-'));
  const told = path.join(folder, 'summary.txt');
  await provideBundle();
  header('soak');
  // Tests that measure time run without other tests in parallel.
  const names =
    args.length === 0
      ? ['.soak.test.ts', '.soak-only.test.ts', '.browser.test.ts']
      : first === 'citus'
        ? [CITUS]
        : args;
  const { ok, seconds, counts, failed, files } = await runTests([...names, '--maxWorkers=2'], {
    SOAK: 'full',
    SOAK_SUMMARY: told,
  });
  header('summary of the soak');
  console.log(`begun ${began.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${Math.round(seconds / 60)} minutes`);
  for (const { file, seconds: took } of files.toSorted((one, other) => one.file.localeCompare(other.file)))
    console.log(`${failed.includes(file) ? 'FAILED' : 'ok    '} ${file} (${Math.round(took)} s)`);
  if (existsSync(told)) process.stdout.write(readFileSync(told));
  rmSync(folder, { recursive: true });
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return ok && counts.passed > 0 ? 0 : 1;
}

/**
 * Runs the tests of all operations on a PostgreSQL in which servers have no special privileges.
 *
 * @param bin the folder that contains the programs of PostgreSQL; default: the embedded version
 * @param names the tests to run; default: all tests of operations
 */
async function runHttpTests(
  bin: string | undefined,
  names: string[],
  environment: Record<string, string>,
): Promise<number> {
  const { postgresPrograms, startExternalPostgres } = await import('../apps/server/test/support/external-postgres.ts');
  const postgres = await startExternalPostgres(bin ?? postgresPrograms()[0]?.bin ?? '');
  const url = `postgres://postgres@localhost/postgres?host=${postgres.host}`;
  await provideBundle();
  header('soak');
  const files = names.length > 0 ? names : ['apps/server/test/http'];
  const run = await runTests([...files, '--maxWorkers=2'], { TEST_DATABASE_URL: url, ...environment });
  await postgres.stop();
  const { ok, seconds, counts, failed } = run;
  header('summary of the soak');
  for (const file of failed) console.log(`FAILED ${file}`);
  console.log(`${run.files.length} files, ${failed.length} failed, ${Math.round(seconds / 60)} minutes`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return ok && counts.passed > 0 ? 0 : 1;
}
