/** Requests and answers that tests really sent and received, kept by `npm test -- --write-coverage` (scripts/examples.ts). */
import { readFileSync } from 'node:fs';

/** Operation -> what was sent, where that was JSON, and its answer; code of an error -> the body it came with. */
import { WRITTEN_EXAMPLES } from './written-examples.ts';

export type Examples = {
  operations: Readonly<Record<string, { sent?: unknown; answered: unknown }>>;
  errors: Readonly<Record<string, unknown>>;
};

/** As recorded. Read when the description is made, not when the server starts. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Examples;
}

/** With bodies written for readers in place of recorded ones. */
export function examplesForReaders(): Examples {
  const { operations, errors } = readExamples();
  const written = Object.entries(WRITTEN_EXAMPLES).map(([id, sent]) => [
    id,
    { answered: undefined, ...operations[id], sent },
  ]);
  return { operations: { ...operations, ...Object.fromEntries(written) }, errors };
}
