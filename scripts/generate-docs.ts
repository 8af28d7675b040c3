/**
 * `npm run docs`: writes the documentation that is made from code. It is committed, and a test fails when it is not what
 * this would write (apps/server/test/docs/openapi.test.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument } from '../apps/server/src/transport/openapi.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Path from the root of the project -> text. The same contract always gives the same bytes. */
export function generatedDocs(): Map<string, string> {
  const document = openApiDocument();
  const { paths, tags } = document as { paths: Record<string, object>; tags: { name: string }[] };
  // By address: the order of a module's exports is the loader's, and Node's differs from the test runner's.
  const sorted = {
    ...document,
    tags: tags.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    paths: byKey(Object.fromEntries(Object.entries(paths).map(([address, methods]) => [address, byKey(methods)]))),
  };
  return new Map([['docs/api/openapi.json', `${JSON.stringify(sorted, null, 2)}\n`]]);
}

const byKey = (record: object): object =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

// Run, not imported: the launcher makes the program the first argument, whatever Node started it.
if (process.argv[1] === import.meta.filename) {
  for (const [name, text] of generatedDocs()) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${name}: ${text.length.toLocaleString('en')} characters`);
  }
}
