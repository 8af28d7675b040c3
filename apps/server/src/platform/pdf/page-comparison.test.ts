import { expect, test } from 'vitest';
import type { PagePrint } from './compare-pages.ts';
import { comparePages } from './page-comparison.ts';
import { PdfTaskError } from './pdf-task-error.ts';

const [before, after] = [{ source: { parts: [] } }, { source: { parts: [] }, password: 'of the second' }];
const page = (picture: string): PagePrint => ({ picture, text: '', isUndrawn: false });

/**
 * A fake that draws three pages at a time. For each page of a file, a list contains the result of each drawing. The
 * last result repeats.
 */
function drawing(files: { before: string[][]; after: string[][] }) {
  const drawn: number[] = [];
  const print: Parameters<typeof comparePages>[0] = async (file, { from, budgetMs }) => {
    const pages = file === before ? files.before : files.after;
    const reached = pages.slice(from - 1, budgetMs === 0 ? from : from + 2);
    drawn.push(from);
    return {
      pageCount: pages.length,
      prints: reached.map((shown) => page((shown.length > 1 ? shown.shift() : shown[0]) ?? '')),
    };
  };
  return { print, drawn };
}

test('renders a page that differs a second time, and accepts it if the second rendering matches', async () => {
  const { print, drawn } = drawing({ before: [['a'], ['odd', 'b'], ['c']], after: [['a'], ['b'], ['c']] });
  expect(await comparePages(print, before, after)).toEqual({ outcome: 'same' });
  expect(drawn).toEqual([1, 1, 2, 2]);
});

test('reports a page that differs every time it is rendered', async () => {
  const { print } = drawing({ before: [['a'], ['b']], after: [['a'], ['other']] });
  expect(await comparePages(print, before, after)).toEqual({ outcome: 'different', page: 2 });
});

test('compares the pages of long files in several tasks, and stops when the limit is reached', async () => {
  const pages = (count: number) => Array.from({ length: count }, (_, index) => [String(index)]);
  const some = drawing({ before: pages(20), after: pages(20) });
  expect(await comparePages(some.print, before, after)).toEqual({ outcome: 'same' });
  expect(Math.max(...some.drawn)).toBe(19);
  const many = drawing({ before: pages(1000), after: pages(1000) });
  expect(await comparePages(many.print, before, after)).toEqual({ outcome: 'unfinished', page: 45 });
});

test('does not report a file as different if the worker pool is busy', async () => {
  const print = () => Promise.reject(new PdfTaskError('busy', 'too much to do'));
  await expect(comparePages(print, before, after)).rejects.toMatchObject({ code: 'busy' });
});
