/** Resolves a URL to addresses, and decides whether they may be requested. */
import dns from 'node:dns/promises';
import { isIP, isIPv4 } from 'node:net';
import type { Refusal } from '../../ports/fetcher.ts';
import { type AllowList, isPublicAddress } from './addresses.ts';

export type Target = {
  readonly url: URL;
  /** The host without brackets and without the trailing dot. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** True if the host is on the allow-list by name or by network. This permits plain HTTP and any port. */
  readonly trusted: boolean;
  /** The addresses of `localhost`. It is not looked up (RFC 6761 §6.3), and it must be on the allow-list. */
  readonly loopback: readonly string[];
};
/** Returns all addresses of a name. Rejects with an error code of node:dns. */
export type Resolve = (host: string, trusted: boolean) => Promise<readonly string[]>;

/**
 * The resolver for external names has a time limit. getaddrinfo would occupy one of the few threads that file access
 * needs too.
 */
const RESOLVER = { timeout: 2000, tries: 2 };

export function systemResolve(): Resolve {
  const resolver = new dns.Resolver(RESOLVER);
  return async (host, trusted) => {
    // Trusted names are the operator's own. They may be in /etc/hosts or need a search domain.
    if (trusted) return (await dns.lookup(host, { all: true })).map(({ address }) => address);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
    return found;
  };
}

const refuse = (code: Refusal['code'], message: string): { refused: Refusal } => ({ refused: { code, message } });

/**
 * Ports above 1023 that are refused, because their services accept text lines as commands or are deliberately never
 * offered to the public.
 */
const REFUSED_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900,
  5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9200, 9300, 10080, 10250, 11211, 27017,
]);

const LOOPBACK = ['127.0.0.1', '::1'];
const LOCALHOST = /^(.+\.)?localhost$/;
/**
 * Names that have a meaning only in a local network (RFC 6761, 6762 and 8375, and names that ICANN reserves for private
 * use). They are refused regardless of the resolver's response, because an address that is public today can be local
 * tomorrow. Names without a dot are local too.
 */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa)$/;

/**
 * Parses the target of a URL as written. The parser of the URL standard converts every notation of an IPv4 address to
 * the usual one.
 */
export function readTarget(text: string, allow: AllowList): Target | { refused: Refusal } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return refuse('invalid_url', 'must be a complete URL that starts with https://');
  if (url.username !== '' || url.password !== '')
    return refuse('url_credentials', 'must not contain a user name or password; requests are signed instead');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '') return refuse('invalid_url', 'must contain a host name');
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const loopback = LOCALHOST.test(host) ? LOOPBACK.filter((address) => allow.hasAddress(address)) : [];
  const trusted = isIP(host) === 0 ? allow.hasName(host) || loopback.length > 0 : allow.hasAddress(host);
  if (!trusted && isIP(host) === 0 && (LOCAL_NAME.test(host) || !host.includes('.')))
    return refuse('private_address', 'must be a public address, not a name in a local network');
  if (!trusted && ((port < 1024 && port !== 80 && port !== 443) || REFUSED_PORTS.has(port)))
    return refuse(
      'port_not_allowed',
      `must not use port ${port}: use 443, or a port above 1023 that no other protocol uses`,
    );
  url.hash = '';
  return { url, host, port, secure, trusted, loopback: allow.hasName(host) ? [] : loopback };
}

/**
 * Returns the addresses to connect to: every address of the name, IPv4 first. If one of them is private, all are
 * refused, because the owner of the name decides which address a second look-up would return.
 */
export async function findAddresses(
  { host, secure, trusted, loopback }: Target,
  allow: AllowList,
  resolve: Resolve,
): Promise<{ addresses: readonly string[] } | { refused: Refusal }> {
  const addresses = isIP(host) !== 0 ? [host] : loopback.length > 0 ? loopback : await resolve(host, trusted);
  if (addresses.length === 0) return refuse('unknown_host', 'must contain a host name that resolves');
  const inside = trusted || addresses.every((address) => allow.hasAddress(address));
  if (!inside && !addresses.every((address) => isPublicAddress(address) || allow.hasAddress(address)))
    return refuse('private_address', 'must resolve to a public address');
  if (!secure && !inside) return refuse('insecure_url', 'must start with https://');
  return { addresses: addresses.toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a))) };
}
