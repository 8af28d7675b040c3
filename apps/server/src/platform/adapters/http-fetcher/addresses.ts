/**
 * Decides which network addresses are public. When in doubt, an address is private: IPv6 is public only where IANA has
 * allocated it for use on the Internet.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';

/** IANA special-purpose registry (RFC 6890 and its updates), multicast and the remaining reserved ranges. */
const PRIVATE_V4: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8], // this host, this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT, RFC 6598; also a metadata service (100.100.100.200)
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, RFC 3927; metadata services (169.254.169.254)
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // IETF protocol assignments; also a metadata service (192.0.0.192)
  ['192.0.2.0', 24], // documentation, RFC 5737
  ['192.88.99.0', 24], // 6to4 relays, RFC 7526
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks, RFC 2544
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and the broadcast address
  ['168.63.129.16', 32], // a public address, which Azure uses for the host of a virtual machine
];
/** Ranges within 2000::/3 that contain or represent other addresses. */
const SPECIAL_V6: readonly [network: string, bits: number][] = [
  ['2001::', 23], // protocol assignments: Teredo (RFC 4380), benchmarks, ORCHID
  ['2001:db8::', 32], // documentation, RFC 3849
  ['2002::', 16], // 6to4, RFC 3056: an embedded IPv4 address
  ['3fff::', 20], // documentation, RFC 9637
];

const privateV4 = new BlockList();
for (const [network, bits] of PRIVATE_V4) privateV4.addSubnet(network, bits, 'ipv4');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const specialV6 = new BlockList();
for (const [network, bits] of SPECIAL_V6) specialV6.addSubnet(network, bits, 'ipv6');

/**
 * Loopback, link-local, unique local, multicast, mapped (::ffff:0:0/96), compatible (::/96) and NAT64 (64:ff9b::/96)
 * addresses are all outside 2000::/3.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !privateV4.check(address, 'ipv4');
  return isIP(address) === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

export class AllowList {
  readonly #names = new Set<string>();
  readonly #networks = new BlockList();

  /** @throws Error that quotes an entry, if the entry is not a host name, an address or a CIDR block */
  constructor(entries: readonly string[]) {
    for (const entry of entries) this.#add(entry);
  }

  hasName(name: string): boolean {
    return this.#names.has(name);
  }
  hasAddress(address: string): boolean {
    return this.#networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  }

  #add(entry: string): void {
    const [address = '', bits, ...rest] = entry.split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    if (version !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      this.#networks.addSubnet(address, bits === undefined ? most : Number(bits), version === 4 ? 'ipv4' : 'ipv6');
    else if (
      version === 0 &&
      bits === undefined &&
      /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/i.test(entry) &&
      !/^[\d.]+$/.test(entry)
    )
      this.#names.add(entry.toLowerCase());
    else throw new Error(`must be host names, addresses or CIDR blocks separated by commas, not "${entry}"`);
  }
}
