/**
 * Records which functions of which sources each test file called in the last `npm test -- --record-calls`. The record
 * is stored in `node_modules/.cache`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.resolve(import.meta.dirname, '../node_modules/.cache/near/calls.json');

/** The number of functions of each source that a test file called. */
export type Calls = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** Combines the output of the test workers in a folder, and replaces the record of an earlier run. */
export function writeRecord(folder: string): void {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
  const entries = lines.flatMap((line) => {
    if (line === '') return [];
    const { test, called } = JSON.parse(line) as { test: string; called: Record<string, number> };
    return [[test, called] as const];
  });
  if (entries.length === 0) return;
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(Object.fromEntries(entries)));
}

/** Reads the record. It is empty if the tests have not been recorded yet. */
export function readRecord(): Calls {
  if (!existsSync(FILE)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Record<string, number>>));
}

/** The maximum number of graph steps by which calls to a source improve the rank of a test. */
const BY_CALLS = 3;
/** The distance assigned to a test that the graph does not reach. */
const UNREACHED = 8;

/**
 * Returns the tests of a source: those that called it in the last run, and those that are not in the record. They are
 * ordered by distance in the graph and number of calls.
 */
export function ranked(source: string, distances: ReadonlyMap<string, number>, calls: Calls): string[] {
  const callsOf = (test: string): number => calls.get(test)?.[source] ?? 0;
  const callers = [...calls.keys()].filter((test) => callsOf(test) > 0);
  const most = Math.max(1, ...callers.map(callsOf));
  const candidates =
    callers.length === 0
      ? [...distances.keys()]
      : [...new Set([...callers, ...[...distances.keys()].filter((test) => !calls.has(test))])];
  const rank = (test: string): number => (distances.get(test) ?? UNREACHED) - (BY_CALLS * callsOf(test)) / most;
  return candidates.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}
