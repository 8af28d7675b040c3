import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an address. An IPv6 user has a whole /64, and could otherwise use a different address each
 * time. An IPv4 address is recognized in every notation that a socket may report. A disconnected client has no address.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'gone';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
