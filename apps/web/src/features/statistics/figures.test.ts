import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { parseStatisticsSearch, rangeOf } from './search.ts';
import { duration, share } from './words.ts';

test('parses the statistics filters in the URL and ignores impossible values', () => {
  expect(parseStatisticsSearch({ of: 'me', by: 'week', from: '2026-03-01', until: '2026-03-31' })).toEqual({
    of: 'me',
    by: 'week',
    from: '2026-03-01',
    until: '2026-03-31',
  });
  expect(parseStatisticsSearch({ of: 'you', by: 'year', from: '2026-02-30', until: 'x' })).toEqual({});
});

test('includes the last day of the date range in statistics', () => {
  expect(rangeOf({ from: '2026-03-01', until: '2026-03-31' }, 'Europe/Berlin')).toEqual({
    bucket: 'day',
    timeZone: 'Europe/Berlin',
    from: '2026-03-01',
    to: '2026-04-01',
  });
  expect(rangeOf({}, 'UTC')).toEqual({ bucket: 'day', timeZone: 'UTC' });
});

test('exports statistics as CSV and prevents values from becoming formulas', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['=1+1', 'x "y", z'],
      [null, -1.5],
    ]),
  ).toBe('a,b\r\n\'=1+1,"x ""y"", z"\r\n,-1.5\r\n');
});

test('shows durations and percentages in readable form, and a dash for missing values', () => {
  expect(duration(5400)).toBe('1.5 hours');
  expect(duration(0.4)).toBe('0.4 seconds');
  expect(duration(null)).toBe('–');
  expect(share(0.3333)).toBe('33.3%');
  expect(share(null)).toBe('–');
});
