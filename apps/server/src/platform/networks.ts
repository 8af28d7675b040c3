/** Checks whether an address belongs to a configured list of networks. */
import ipaddr from 'ipaddr.js';

/**
 * Returns whether an address is in a network. An empty list allows every address. An IPv4 address is recognized in
 * every notation of the socket. A value that is not an address belongs to no network.
 */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : single(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

function single(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
