import { expect, test } from 'vitest';
import { afterFile, closeLeftovers } from './after-file.ts';

const closed: string[] = [];
// The call is at the top level, as in a test file whose top level throws.
afterFile(() => closed.push('database'));
afterFile(() => {
  closed.push('server');
  throw new Error('an error in its log');
});

test('closes the resources that a test file left open, each once and newest first, before the next file starts', async () => {
  await closeLeftovers();
  await closeLeftovers();
  expect(closed).toEqual(['server', 'database']);
});
