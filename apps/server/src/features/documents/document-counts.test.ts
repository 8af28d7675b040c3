import { expect, test } from 'vitest';
import { countsOf } from './document-counts.ts';

test('marks the document counts as lower bounds if not all documents of a member were read', () => {
  const rows = [
    { state: 'completed', total: 9_990 },
    { state: 'draft', total: 11 },
    { state: 'trash', total: 2 },
  ] as const;
  const counts = countsOf(rows, 'usr_1');
  expect(counts.draft).toEqual({ total: 11, totalIsExact: false });
  expect(counts.voided).toEqual({ total: 0, totalIsExact: false });
  expect(counts.trash).toEqual({ total: 2, totalIsExact: true });
  expect(countsOf(rows, null).draft).toEqual({ total: 11, totalIsExact: true });
});

test('shows a sum of exact counts as a lower bound when the sum reaches the limit', () => {
  const counts = (drafts: number) =>
    countsOf(
      [
        { state: 'draft', total: drafts },
        { state: 'voided', total: 600 },
      ],
      null,
    );
  expect(counts(400).all).toEqual({ total: 1000, totalIsExact: true });
  expect(counts(401).all).toEqual({ total: 1000, totalIsExact: false });
});
