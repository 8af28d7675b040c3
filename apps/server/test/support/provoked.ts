/**
 * Records which response of which operation each test causes. From these records, `npm test` generates
 * docs/api/coverage.md, and `npm run examples` generates the examples in the API description.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '@countersign/contract';
import { expect } from 'vitest';

export type Provoked = {
  operation: string;
  status: number;
  file: string;
  test: string;
  /** The request and the response as JSON, for the first few responses of a kind in a file. */
  exchange?: { sent?: unknown; answered: unknown };
};

const PREFIX = /^(?:\/sandbox)?(?:\/v1)?(?=\/api\/)/;
/** The maximum number of examples recorded for a kind of response. One of them is chosen later. */
const MAX_TOLD = 5;
/** Longer responses are not recorded. */
const LONGEST = 200_000;
const routes = Object.values(operations).map(({ id, method, path: pattern }) => ({
  id,
  method: method as string,
  isStatic: !pattern.includes(':'),
  pattern: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`),
}));
const noted = new Set<string>();
const recorded = new Map<string, number>();

/**
 * Records a response if PROVOKED names a folder and a test is running. Responses during the setup of a test file are
 * not recorded.
 */
export function noteProvoked(
  method: string,
  address: string,
  sent: unknown,
  { status, body, text }: { status: number; body: unknown; text: string },
): void {
  const folder = process.env['PROVOKED'];
  const { testPath, currentTestName: test } = expect.getState();
  if (folder === undefined || testPath === undefined || test === undefined) return;
  const bare = address.replace(/\?.*$/s, '').replace(PREFIX, '');
  const found = routes.filter((route) => route.method === method && route.pattern.test(bare));
  const operation = (found.find(({ isStatic }) => isStatic) ?? found[0])?.id;
  if (operation === undefined) return;
  const seen = { operation, status, file: path.basename(testPath), test } satisfies Provoked;
  const kind = `${operation} ${status} ${seen.file} ${codeOf(body)}`;
  const times = recorded.get(kind) ?? 0;
  const isExample = times < MAX_TOLD && body !== undefined && text.length <= LONGEST;
  const key = JSON.stringify(seen);
  if (noted.has(key) && !isExample) return;
  noted.add(key);
  if (isExample) recorded.set(kind, times + 1);
  const isShort = isExample && isObject(sent) && JSON.stringify(sent).length <= LONGEST;
  const exchange = { ...(isShort && { sent }), answered: body };
  const line = JSON.stringify({ ...seen, ...(isExample && { exchange }) } satisfies Provoked);
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

/** Returns the code of an error, or an empty string for any other response. */
function codeOf(body: unknown): string {
  if (!isObject(body) || !('error' in body)) return '';
  const { error } = body;
  return typeof error === 'string' ? error : 'validation_error';
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
