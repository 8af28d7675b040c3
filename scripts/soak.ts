/**
 * `npm run soak`: runs at length what `npm test` samples (`*.soak.test.ts`: kills, random document histories, changed
 * files), and what it omits (`*.soak-only.test.ts`). It takes some tens of minutes. `npm run soak -- sweep FOLDER` runs
 * envelopes over a folder of PDFs instead, and `npm run soak -- genuine FOLDER` verifies a folder of genuine signed
 * files (`genuine.ts`). Arguments are passed to vitest (a file, -t "name"). Ends with a summary: which files passed,
 * how long they took, and their figures.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provideOutsideTools } from './outside-tools.ts';
import { header, provideBundle, runTests } from './run-vitest.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const [first, ...others] = args;
  const isFolderRun = first === 'sweep' || first === 'genuine';
  const toDo = provideOutsideTools(!isFolderRun);
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
  const began = new Date();
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-soak-'));
  const told = path.join(folder, 'summary.txt');
  await provideBundle();
  header('soak');
  // Measurements run without other tests in parallel.
  const names = args.length === 0 ? ['.soak.test.ts', '.soak-only.test.ts'] : args;
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
