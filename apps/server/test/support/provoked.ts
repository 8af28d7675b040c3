/** Notes which test provoked which status of which operation; `npm test` makes docs/api/coverage.md of it. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '@countersign/contract';
import { expect } from 'vitest';

export type Provoked = { operation: string; status: number; file: string; test: string };

const PREFIX = /^(?:\/sandbox)?(?:\/v1)?(?=\/api\/)/;
const routes = Object.values(operations).map(({ id, method, path: pattern }) => ({
  id,
  method: method as string,
  isStatic: !pattern.includes(':'),
  pattern: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`),
}));
const noted = new Set<string>();

/** Does nothing unless PROVOKED names a folder; outside of a test (a file's own preparations) neither. */
export function noteProvoked(method: string, address: string, status: number): void {
  const folder = process.env['PROVOKED'];
  const { testPath, currentTestName: test } = expect.getState();
  if (folder === undefined || testPath === undefined || test === undefined) return;
  const bare = address.replace(/\?.*$/s, '').replace(PREFIX, '');
  const found = routes.filter((route) => route.method === method && route.pattern.test(bare));
  const operation = (found.find(({ isStatic }) => isStatic) ?? found[0])?.id;
  if (operation === undefined) return;
  const line = JSON.stringify({ operation, status, file: path.basename(testPath), test } satisfies Provoked);
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${line}\n`);
}
