import { expect, test } from 'vitest';
import { planFor, type Run } from './pieces.ts';

const SEGMENT = 16;
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 28, 12, minute));
const run = (id: string, from: number, to: number, options: { hasBase: boolean }): Run => ({
  id,
  pieces: [{ from: 0n, to: 100n, time: at(to), xmin: 1n }],
  bases: options.hasBase ? [{ id: `base-of-${id}`, start: 0n, stop: 10n, doneAt: at(from) }] : [],
});

test('restores from the newest archive run, regardless of the order in which the runs are listed', () => {
  const runs = [run('run-b', 30, 40, { hasBase: true }), run('run-a', 0, 20, { hasBase: true })];
  expect(planFor(runs, undefined, SEGMENT)).toMatchObject({ run: 'run-b', reaches: at(40) });
});

test('does not fall back to an older archive run while the newest run has no base backup', () => {
  const runs = [run('run-a', 0, 20, { hasBase: true }), run('run-b', 30, 40, { hasBase: false })];
  expect(() => planFor(runs, undefined, SEGMENT)).toThrow(
    /The newest run, run-b, ends at 2026-11-28T12:40.*run-a, ends at 2026-11-28T12:20:00\.000Z/,
  );
  // A time that only the older run covers is restored from that run.
  expect(planFor(runs, at(20), SEGMENT)).toMatchObject({ run: 'run-a' });
});
