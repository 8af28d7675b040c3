/** Where links in an answer lead. */
import { isIPv4 } from 'node:net';

/**
 * An installation without a public address is reached through whatever name and port lead to it on this machine: a link that
 * names another one would open nothing (a forwarded port), or without the session's cookie (127.0.0.1 beside localhost). Only
 * loopback names are taken from a request, so that nobody can make links of ours lead elsewhere; a public address is fixed at
 * set-up for the same reason.
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
