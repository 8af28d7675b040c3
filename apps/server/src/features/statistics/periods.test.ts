import { describe, expect, test } from 'vitest';
import { segmentsOf } from './periods.ts';

const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });

describe('a range as stored periods', () => {
  test.each([
    ['2026-01-01T00:00Z', '2027-01-01T00:00Z', [3]],
    ['2026-03-28T23:00Z', '2026-03-29T22:00Z', [1]],
    ['2026-03-01T18:30Z', '2026-03-02T18:30Z', [0, 1, 0]],
    ['2026-01-30T23:45Z', '2026-03-02T01:15Z', [0, 2, 3, 2, 1, 0]],
    ['2026-05-05T10:15Z', '2026-05-05T10:15Z', []],
  ])('%s to %s takes the longest that fit, and covers it without gap or overlap', (from, to, grains) => {
    const segments = segmentsOf(range(from, to));
    expect(segments.map(({ grain }) => grain)).toEqual(grains);
    let at = new Date(from);
    for (const segment of segments) {
      expect(segment.from).toEqual(at);
      expect(segment.to > segment.from).toBe(true);
      at = segment.to;
    }
    expect(at).toEqual(new Date(to));
  });
});
