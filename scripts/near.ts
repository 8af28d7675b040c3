/**
 * Finds the tests that are near a change. A test of an operation starts the whole server, so its imports reach every
 * file of the server. Instead, names, the handlers of operations (near-graph.ts), and the calls in the last complete
 * run (near-record.ts) determine which tests are near.
 */
import path from 'node:path';
import { NearGraph } from './near-graph.ts';
import { type Calls, ranked } from './near-record.ts';

/**
 * Tests that always run, because they are fast and cover everything. For example, they detect documentation that no
 * longer matches the code.
 */
const ALWAYS = ['scripts/public-docs.test.ts', 'apps/server/test/docs/'];
/**
 * Tests that start whole servers or browsers, or cover everything. Each of them takes from a few seconds to several
 * minutes.
 */
const SLOW =
  /\.(browser|soak)\.test\.|\/test\/(crash|processes|start)\/|access-(matrix|without-http)[\w-]*\.test\.|embedded-postgres\.test\./;
const TEST = /\.test\.tsx?$/;
/** Tests that only `npm run soak` runs. */
const SOAK_ONLY = /\.soak-only\.test\./;

/** The maximum number of tests that run for one source in addition to the tests named after it. */
const FEW = 4;

/**
 * Returns the tests to run, in this order: the changed tests, the tests named after the changed files, the tests
 * nearest to each changed file, the tests of the documentation, and the tests in the folders of the changed files.
 */
export function testsNear(
  changed: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
  calls: Calls = new Map(),
): string[] {
  const tests = files.filter((file) => TEST.test(file) && !SOAK_ONLY.test(file));
  const quick = tests.filter((file) => !SLOW.test(file));
  const sources = changed.filter((file) => /\.tsx?$/.test(file) && !TEST.test(file));
  const distances = sources.length === 0 ? new Map() : new NearGraph(files, read).distancesOf(sources, quick);
  const nearest = sources.map((source) => {
    const isNew = (test: string): boolean => !ALWAYS.some((one) => test.startsWith(one)) && !isNamedAfter(test, source);
    const known: ReadonlyMap<string, number> = distances.get(source) ?? new Map();
    return ranked(source, known, calls).filter((test) => quick.includes(test) && isNew(test));
  });
  const found = [
    ...tests.filter((test) => changed.includes(test)),
    ...sources.flatMap((source) => quick.filter((test) => isNamedAfter(test, source))),
    ...Array.from({ length: FEW }, (_, turn) => nearest.flatMap((one) => one.slice(turn, turn + 1))).flat(),
    ...quick.filter((test) => ALWAYS.some((one) => test.startsWith(one))),
    ...sources.flatMap((source) => quick.filter((test) => path.dirname(test) === path.dirname(source))),
  ];
  return [...new Set(found)];
}

const SOURCE = /\.(?:ts|tsx|mjs)$/;
const IMPORTED = /(?:from|import\()\s*'(\.[^']+)'/g;

/**
 * Returns the changed sources and all files that import one of them by its path, because a type-aware lint rule can
 * have a new result there. Imports by package name are not followed.
 */
export function lintedNear(
  changed: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
): string[] {
  const sources = new Set(changed.filter((file) => SOURCE.test(file)));
  const imports = (file: string): boolean =>
    [...read(file).matchAll(IMPORTED)].some(([, name = '']) =>
      sources.has(path.posix.join(path.posix.dirname(file), name)),
    );
  const importers = sources.size === 0 ? [] : files.filter((file) => SOURCE.test(file) && imports(file));
  return [...new Set([...sources, ...importers])];
}

/**
 * Whether a test is named after a source. `sendForSigning.test.ts`, `sendForSigning-placement.test.ts` and
 * `send-for-signing.test.ts` are named after `send-for-signing.ts`, in any folder.
 */
function isNamedAfter(test: string, source: string): boolean {
  const name = path.basename(source).replace(/\.tsx?$/, '');
  const operation = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const its = path.basename(test);
  return [name, operation].some((one) => its.startsWith(`${one}.`) || its.startsWith(`${one}-`));
}
