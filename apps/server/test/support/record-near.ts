/**
 * Records which functions of which sources each test file calls, for `npm run check` to find the tests of a change
 * (scripts/near-record.ts). Only `npm test -- --record-calls` needs it.
 */
import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const SOURCE = /^(?:apps\/server|packages\/[^/]+)\/src\/.*\.ts$/;

let session: Session | undefined;
/** The path of each source in the project, by its script URL. Undefined for other scripts. */
const sources = new Map<string, string | undefined>();

/** Starts counting calls at the first file of a worker. The counts are reset at the end of each file. */
export async function beginFile(): Promise<void> {
  if (session !== undefined) return;
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
}

/** Writes one line with the test file and the number of functions that it called in each source file. */
export async function endFile(folder: string): Promise<void> {
  const { testPath } = expect.getState();
  if (session === undefined || testPath === undefined) return;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const called: Record<string, number> = {};
  for (const { url, functions } of result) {
    const file = sourceOf(url);
    if (file === undefined) continue;
    // The first function is the module itself, which runs once for all test files of a worker.
    const count = functions.slice(1).filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
    if (count > 0) called[file] = count;
  }
  const line = JSON.stringify({ test: path.relative(ROOT, testPath), called });
  appendFileSync(path.join(folder, `${process.pid}.ndjson`), `${line}\n`);
}

/** The result is cached, because each test file of a worker lists the same thousand scripts. */
function sourceOf(url: string): string | undefined {
  if (!sources.has(url)) {
    const file = path.relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url);
    sources.set(url, SOURCE.test(file) ? file : undefined);
  }
  return sources.get(url);
}
