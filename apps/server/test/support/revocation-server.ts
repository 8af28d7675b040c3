/** Revocation lists of an operator's authorities, on loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCrl } from '@countersign/pki';
import type { Held } from './operator-pki.ts';
import { afterFile } from './after-file.ts';

const DAY_MS = 86_400_000;
/** The kinds of unusable responses. */
export const USELESS_LISTS = ['status 503', 'too long', 'no list', 'out of date', 'of another authority'] as const;
export type UselessList = (typeof USELESS_LISTS)[number];

export type RevocationServer = {
  /** Returns the address of the list with this name. */
  address(name: string): string;
  /** Publishes a list signed by `issuer`, valid for a week. */
  publish(name: string, issuer: Held): void;
  mode: 'good' | UselessList;
  /** The serial numbers of revoked certificates, which every list contains. */
  revoked: string[];
  requests: number;
};

/** Starts the server. It stops when the test file ends. @param now returns the time at which lists are issued */
export async function startRevocationServer(now: () => Date): Promise<RevocationServer> {
  const issuers = new Map<string, Held>();
  const list = async (name: string): Promise<Buffer | undefined> => {
    const issuer = issuers.get(name);
    if (!issuer) return undefined;
    const { mode, revoked } = server;
    const at = new Date(now().getTime() - (mode === 'out of date' ? 30 * DAY_MS : 0));
    const other = [...issuers.values()].find((one) => one !== issuer) ?? issuer;
    const { certificate, key } = mode === 'of another authority' ? other : issuer;
    const nextUpdate = new Date(at.getTime() + 7 * DAY_MS);
    const entries = revoked.map((serial) => ({ serial, at }));
    return createCrl({ issuer: certificate, key, revoked: entries, number: at.getTime(), now: at, nextUpdate });
  };
  const http = createServer((request, response) => {
    server.requests += 1;
    void list(request.url?.slice(1) ?? '').then((crl) => {
      if (!crl || server.mode === 'status 503') return response.writeHead(503).end();
      if (server.mode === 'too long') return response.end(Buffer.concat([crl, Buffer.alloc(2 * 1024 * 1024)]));
      return response.end(server.mode === 'no list' ? '<html>' : crl);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  afterFile(
    () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  );
  const server: RevocationServer = {
    address: (name) => `http://127.0.0.1:${port}/${name}`,
    publish: (name, issuer) => void issuers.set(name, issuer),
    mode: 'good',
    revoked: [],
    requests: 0,
  };
  return server;
}
