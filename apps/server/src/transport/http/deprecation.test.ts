import { expect, test } from 'vitest';
import { deprecationHeaders } from './deprecation.ts';

test('returns Deprecation and Sunset headers for a deprecated operation (RFC 9745, RFC 8594)', () => {
  expect(deprecationHeaders({ since: '2027-01-01', until: '2028-01-01' })).toEqual({
    deprecation: '@1798761600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  });
});
