import { expect, test } from 'vitest';
import { afterFile, closeLeftovers } from './after-file.ts';

const closed: string[] = [];
// At the top level, as where a file that throws has come to.
afterFile(() => closed.push('database'));
afterFile(() => {
  closed.push('server');
  throw new Error('an error in its log');
});

test('what a file that threw left open is closed before the next one, the newest first and once', async () => {
  await closeLeftovers();
  await closeLeftovers();
  expect(closed).toEqual(['server', 'database']);
});
