import ipaddr from 'ipaddr.js';

/**
 * What counts as one network address: an IPv6 user has a whole /64, and would otherwise come from another address each time.
 * An IPv4 address is the same however the socket writes it. A client that has gone away has none any more.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'gone';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
