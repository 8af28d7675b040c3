/** The base address of links in a response. */
import { isIPv4 } from 'node:net';

/**
 * Returns the base address of links. An installation without a public address is reachable by any name and port of this
 * machine. Links therefore have the name and port of the request. With another port, a link would not work if the port
 * is forwarded. With another name (127.0.0.1 instead of localhost), the session's cookie would be missing. Only
 * loopback names are taken from a request, so that nobody can redirect our links. For the same reason, a public address
 * is fixed at set-up.
 */
export function linkBaseOf(baseUrl: string, host: string | undefined): string {
  if (host === undefined || !isLoopbackUrl(baseUrl)) return baseUrl;
  const own = `http://${host}`;
  return isLoopbackUrl(own) && new URL(own).host === host.toLowerCase() ? own : baseUrl;
}

function isLoopbackUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'http:') return false;
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
}
