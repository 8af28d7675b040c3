/** Requests and answers that tests really sent and received, kept by `npm test -- --write-coverage` (scripts/examples.ts). */
import { readFileSync } from 'node:fs';

/** Operation -> what was sent, where that was JSON, and its answer; code of an error -> the body it came with. */
export type Examples = {
  operations: Readonly<Record<string, { sent?: unknown; answered: unknown }>>;
  errors: Readonly<Record<string, unknown>>;
};

/** Read when the description is made, not when the server starts. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Examples;
}
