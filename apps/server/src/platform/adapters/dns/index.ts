/** Looks up TXT records with node:dns, on the system's servers or on configured servers. */
import { Resolver } from 'node:dns/promises';
import type { TxtRecords } from '../../ports/txt-records.ts';

const TIMEOUT_MS = 3000;
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Creates the resolver. `servers` contains `address` or `address:port`. If empty, the system's servers are used. */
export function dnsTxtRecords(servers: readonly string[] = []): TxtRecords {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    lookUp: async (name) => {
      try {
        // A TXT value of more than 255 bytes is split into several strings (RFC 7208 §3.3).
        return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
      } catch (error) {
        if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return [];
        throw error;
      }
    },
  };
}
