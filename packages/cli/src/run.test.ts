import { expect, test } from 'vitest';

import { run } from './run.ts';
import type { Terminal } from './terminal.ts';

function terminal(more: Partial<Terminal> = {}): { terminal: Terminal; said: () => string } {
  let said = '';
  const write = (text: string) => void (said += text);
  return {
    terminal: { out: write, error: write, colours: false, now: () => new Date(), env: {}, ...more },
    said: () => said,
  };
}

test('reports a bug in the program in one line, without a stack trace', async () => {
  const out = () => {
    throw new RangeError('out of bounds');
  };
  const { terminal: broken, said } = terminal({ out });
  expect(await run(['--version'], broken)).toBe(70);
  expect(said()).toBe('countersign: a bug in this program (please report it): RangeError: out of bounds\n');
});

test.each([['help'], ['help', 'sign'], ['help', 'verify'], ['help', 'inspect']])(
  'fits the output of %s %s into 80 columns',
  async (...args) => {
    const { terminal: narrow, said } = terminal({ columns: 80 });
    expect(await run(args, narrow)).toBe(0);
    for (const line of said().split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  },
);
