import { expect, test, vi } from 'vitest';
import { compared, figuresOf } from './compare.ts';
import { report } from './report.ts';

/** The output of a run in the bench's format. */
function printed(yardstick: number, lines: () => void): string {
  const output: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line));
  try {
    report('this machine before: @libpdf/core signs one page', yardstick, 'ms');
    lines();
    report('this machine after: @libpdf/core signs one page', yardstick, 'ms', { beside: '2 times the machine' });
  } finally {
    log.mockRestore();
  }
  return output.join('\n');
}

test('parses benchmark names with numbers, long names, and figures with targets', () => {
  const output = printed(10, () => {
    report('one envelope, 49 MB', 400, 'ms', { target: { limit: 300, atLeast: false }, beside: 'peer 900' });
    report('list of 20 documents at 32 callers at once, with a cursor and sorted by title', 1000, '/s');
    report('first start', 1.5, 's');
    report('peak', 300, 'MiB');
  });
  expect(figuresOf(`Countersign bench, Node v24\n\n${output}\n\nAll targets met.`)).toEqual([
    { name: 'one envelope, 49 MB', value: 400, unit: 'ms', ratio: 40 },
    {
      name: 'list of 20 documents at 32 callers at once, with a cursor and sorted by title',
      value: 1000,
      unit: '/s',
      ratio: 10,
    },
    { name: 'first start', value: 1.5, unit: 's', ratio: 150 },
    { name: 'peak', value: 300, unit: 'MiB', ratio: 300 },
  ]);
});

test('calculates the same ratio between two versions if the machine is twice as slow in one round', () => {
  const runs = (factor: number, ms: number) =>
    [1, 2, 3].map((round) => {
      const slow = round === 2 ? 2 : 1;
      return figuresOf(printed(10 * slow, () => report('one envelope', ms * factor * slow, 'ms')));
    });
  const [, line] = compared(runs(1, 60), runs(0.5, 60));
  expect(line).toMatch(/^one envelope +60 +30 ms +0\.50 {2}6\.00–6\.00, 3\.00–3\.00$/);
});
