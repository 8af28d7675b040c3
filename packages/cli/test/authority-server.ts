import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AuthorityServer {
  readonly url: URL;
  readonly close: () => Promise<void>;
}

/** Returns the authority's response: a body, an error status, or nothing. */
export type Respond = (request: Buffer) => Promise<Buffer | number | 'silence'>;

/** Starts a time-stamping authority on loopback whose responses can be configured. */
export async function startAuthority(respond: Respond): Promise<AuthorityServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void respond(Buffer.concat(parts)).then((answer) => {
        if (answer === 'silence') return;
        if (typeof answer === 'number') response.writeHead(answer).end();
        else response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(answer);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
