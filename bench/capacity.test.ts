import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ASSUMED, capacityFor, capacityTable, MEASURED, recordedCosts } from './capacity.ts';

test('shows the table of the capacity model on the scaling page', () => {
  const page = readFileSync(new URL('../docs/operate/scaling.md', import.meta.url), 'utf8');
  const cells = (text: string): string[] => text.split('\n').map((line) => line.replaceAll(/[\s-]+/g, ' ').trim());
  expect(cells(page)).toEqual(expect.arrayContaining(cells(capacityTable())));
});

test('calculates one process of each kind and one primary for a million envelopes a year', () => {
  expect(capacityFor(1e6)).toMatchObject({ webProcesses: 1, workers: 1, shards: 1 });
});

test.each([
  ['serverMs', 'webProcesses'],
  ['databaseMs', 'databaseCores'],
  ['databaseKb', 'databaseTb'],
  ['fileKb', 'filesTb'],
] as const)('estimates that doubling %s roughly doubles %s', (cost, need) => {
  const [once, twice] = [MEASURED, { ...MEASURED, [cost]: 2 * MEASURED[cost] }].map((costs) =>
    capacityFor(1e10, costs),
  );
  expect((twice?.[need] ?? 0) / (once?.[need] ?? 1)).toBeCloseTo(2, 1);
});

test('names the resource that limits capacity first', () => {
  const bottleneckWith = (costs: Partial<typeof MEASURED>) => capacityFor(1e9, { ...MEASURED, ...costs }).bottleneck;
  expect(bottleneckWith({})).toBe('disk');
  expect(bottleneckWith({ databaseKb: 0.1, logKb: 10_000 })).toBe('write-ahead log');
  expect(bottleneckWith({ databaseKb: 0.1, databaseMs: 1_000 })).toBe('processor');
  const short = capacityFor(1e8, MEASURED, { ...ASSUMED, years: 1 });
  expect([short.shards, capacityFor(1e8).shards]).toEqual([2, 11]);
});

test('uses the most recent costs recorded by a complete benchmark run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-capacity-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'history.jsonl');
  const line = (quick: boolean, databaseMs: number) =>
    JSON.stringify({ quick, figures: { 'processor: database': [databaseMs, 'ms'], other: [1, ''] } });
  writeFileSync(file, [line(false, 20), line(false, 12), line(true, 99)].join('\n'));
  expect(recordedCosts(pathToFileURL(file))).toEqual({ ...MEASURED, databaseMs: 12 });
  expect(recordedCosts(pathToFileURL(path.join(folder, 'none')))).toEqual(MEASURED);
});
