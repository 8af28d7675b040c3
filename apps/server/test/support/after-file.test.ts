import { expect, test } from 'vitest';
import { afterFile, closeLeftovers } from './after-file.ts';

const closed: string[] = [];
// The call is at the top level, as in a file that throws there.
afterFile(() => closed.push('database'));
afterFile(() => {
  closed.push('server');
  throw new Error('an error in its log');
});

test('closes the resources that a test file left open before the next file, each once and newest first', async () => {
  await closeLeftovers();
  await closeLeftovers();
  expect(closed).toEqual(['server', 'database']);
});
