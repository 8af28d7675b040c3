/**
 * Which tests are near what changed. Imports do not tell it here: a test of an operation starts the whole server and so depends on every
 * file of it. Names do: tests are beside their source, and those of an operation bear its name.
 */
import path from 'node:path';

/** Quick, and about everything: documentation that says what the code no longer does. */
const ALWAYS = ['scripts/public-docs.test.ts', 'apps/server/test/docs/'];
/** Start whole servers or browsers, or ask for everything: seconds to minutes each. */
const SLOW =
  /\.(browser|soak)\.test\.|\/test\/(crash|processes|start)\/|access-(matrix|without-http)[\w-]*\.test\.|embedded-postgres\.test\./;
const TEST = /\.test\.tsx?$/;
/** Played by `npm run soak` alone. */
const SOAK_ONLY = /\.soak-only\.test\./;

/** The changed tests first, then those of the changed files' operations, those of the documentation, and those beside the files. */
export function testsNear(changed: readonly string[], files: readonly string[]): string[] {
  const tests = files.filter((file) => TEST.test(file) && !SOAK_ONLY.test(file));
  const quick = tests.filter((file) => !SLOW.test(file));
  const sources = changed.filter((file) => /\.tsx?$/.test(file) && !TEST.test(file));
  const found = [
    ...tests.filter((test) => changed.includes(test)),
    ...sources.flatMap((source) => quick.filter((test) => isNamedAfter(test, source))),
    ...quick.filter((test) => ALWAYS.some((one) => test.startsWith(one))),
    ...sources.flatMap((source) => quick.filter((test) => path.dirname(test) === path.dirname(source))),
  ];
  return [...new Set(found)];
}

const SOURCE = /\.(?:ts|tsx|mjs)$/;
const IMPORTED = /(?:from|import\()\s*'(\.[^']+)'/g;

/**
 * The changed sources and whoever imports one of them by its path: where a lint rule that asks for types can judge again. An import by a
 * package's name is not followed.
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

/** `send-for-signing.ts`: `sendForSigning.test.ts`, `sendForSigning-placement.test.ts` and `send-for-signing.test.ts`, wherever they are. */
function isNamedAfter(test: string, source: string): boolean {
  const name = path.basename(source).replace(/\.tsx?$/, '');
  const operation = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const its = path.basename(test);
  return [name, operation].some((one) => its.startsWith(`${one}.`) || its.startsWith(`${one}-`));
}
