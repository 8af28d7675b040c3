import { expect, test } from 'vitest';
import { isWithin } from './networks.ts';

test.each([
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['2001:db8::7', ['203.0.113.0/24', '2001:db8::/32'], true],
  ['2001:db9::7', ['203.0.113.0/24', '2001:db8::/32'], false],
  ['2001:db8:0:0:0:0:0:7', ['2001:db8::7'], true],
  ['203.0.113.7', [], true],
  ['gone', ['0.0.0.0/0', '::/0'], false],
])('reports whether the address %s is in the networks %j: %s', (address, networks, answer) => {
  expect(isWithin(address, networks)).toBe(answer);
});
