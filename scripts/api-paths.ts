/** Finds handwritten paths of the API. Programs that call the API must get paths from packages/client (ADR 114). */

/** The folders with code that calls the API. */
export const CALLERS = /^(apps\/(web|sign)\/src|apps\/server\/src\/demo|bench|packages\/client\/src|scripts)\//;
/** Files that are not checked: tests, the generated list of paths, and scripts that write pages about the API. */
export const NOT_CALLERS = /\.(test|fixture)\.tsx?$|^packages\/client\/src\/operations\.ts$|^scripts\/.*-page\.ts$/;

/** Files that may contain a handwritten API path, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'apps/web/src/features/frame/StepUp.tsx': 'Sign-in at an identity provider is a redirect, not an operation.',
  'bench/graphql.ts': 'GraphQL has one address, which is not an operation.',
  'bench/million/measure.ts': 'Each case is the query string that is measured.',
};

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`/])\/\/[^\n]*/g;
const PATH = /['"`](?:\$\{[^}]*\})?(?:\/sandbox)?(?:\/v1)?\/api\/[^'"`\n]*/g;

/** Returns the string literals in a source that start with a path of the API. */
export const pathsIn = (source: string): string[] =>
  [...source.replaceAll(COMMENT, '').matchAll(PATH)].map(([literal]) => literal.slice(1));
