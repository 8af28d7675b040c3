/**
 * Requests and responses that tests sent and received, stored by `npm test -- --write-coverage` (scripts/examples.ts).
 */
import { readFileSync } from 'node:fs';
import { WRITTEN_EXAMPLES } from './written-examples.ts';

/** The JSON request (if any) and the response of each operation, and a body for each error code. */
export type Examples = {
  operations: Readonly<Record<string, { sent?: unknown; answered: unknown }>>;
  errors: Readonly<Record<string, unknown>>;
};

/** Returns the examples as recorded. They are read when the description is generated, not at startup. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Examples;
}

/** Returns the examples with bodies written for readers instead of recorded bodies. */
export function examplesForReaders(): Examples {
  const { operations, errors } = readExamples();
  const written = Object.entries(WRITTEN_EXAMPLES).map(([id, sent]) => [
    id,
    { answered: undefined, ...operations[id], sent },
  ]);
  return { operations: { ...operations, ...Object.fromEntries(written) }, errors };
}
