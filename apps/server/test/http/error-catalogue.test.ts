import { readdirSync, readFileSync } from 'node:fs';
import { ERRORS, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
const sources = [
  ...files.map((name) => new URL(name, folder)),
  ...['refusals.ts', 'recipient-refusals.ts', 'webhook-refusals.ts'].map(
    (name) => new URL(`../support/${name}`, folder),
  ),
]
  .filter(({ pathname }) => pathname !== new URL(import.meta.url).pathname)
  .map((url) => readFileSync(url, 'utf8'))
  .join('\n');

describe('test coverage', () => {
  test.each(Object.keys(ERRORS))('triggers the error %s in a test', (code) => {
    expect(sources.includes(`'${code}'`)).toBe(true);
  });

  test.each(Object.keys(operations))('has a test file for the operation %s', (id) => {
    expect(files).toContain(`${id}.test.ts`);
  });
});

test('uses only HTTP error statuses and full sentences in the error catalog', () => {
  for (const [code, [status, text]] of Object.entries(ERRORS)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
    expect(text, code).toMatch(/^[A-Z].*\.$/);
  }
});
