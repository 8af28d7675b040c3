import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:0:1:aaaa:bbbb:0:1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // Values that a proxy can pass on unchecked. They all count as one network.
  ['unknown', 'gone'],
  ['1.2.3.4.5', 'gone'],
  // A closed socket has no address.
  [undefined, 'gone'],
])('assigns the address %s to the network %s', (address, network) => expect(networkOf(address)).toBe(network));
