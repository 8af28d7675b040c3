/** Serves `/metrics` on a separate port that serves none of the public URLs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../../platform/ports/metrics.ts';
import { isMetricsToken } from './access.ts';

export type ListenerOptions = {
  host: string;
  port: number;
  /** The SHA-256 of the token. Undefined if no token is required. */
  token: Uint8Array | undefined;
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  log: { error(fields: object, message: string): void };
};
export type MetricsListener = { port: number; close(): Promise<void> };

const REQUEST_MS = 10_000;

/** @throws if the port is in use */
export async function listenForScrapes({ host, port, token, metrics, log }: ListenerOptions): Promise<MetricsListener> {
  const answer = async ({ method, url, headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isAsked = (method === 'GET' || method === 'HEAD') && url?.split('?', 1)[0] === '/metrics';
    const isAllowed = token === undefined || isMetricsToken(headers.authorization, token);
    if (!isAsked || !isAllowed) return void response.writeHead(404).end();
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
  };
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    request.resume();
    answer(request, response).catch((err: unknown) => {
      log.error({ err }, 'could not collect the metrics');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  // A metrics scraper uses one connection, so this port needs only a few connections.
  server.maxConnections = 20;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port }, resolve);
  await promise;
  server.off('error', reject);
  server.on('error', (err) => log.error({ err }, 'the metrics server failed'));
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}
