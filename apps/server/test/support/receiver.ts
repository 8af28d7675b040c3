/** An integrator's endpoint on loopback, which stores requests and responds as the test requires. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.ts';
import { afterFile } from './after-file.ts';

export type Received = {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  json: Record<string, unknown>;
  /** performance.now() */
  at: number;
};
export type Respond = (received: Received, response: http.ServerResponse, count: number) => void;

const ok: Respond = (_, response) => void response.writeHead(200).end('thanks');

export class Receiver {
  readonly received: Received[] = [];
  respond: Respond = ok;
  readonly #server: http.Server;
  #port = 0;

  constructor() {
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const received: Received = {
          path: request.url ?? '',
          headers: request.headers,
          body,
          json: JSON.parse(body) as Record<string, unknown>,
          at: performance.now(),
        };
        this.received.push(received);
        this.respond(received, response, this.received.length);
      });
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }
  get url(): string {
    return `http://127.0.0.1:${this.#port}/hooks`;
  }

  /** Responds to every request with this status from now on. */
  answer(status: number, headers: http.OutgoingHttpHeaders = {}, body = ''): void {
    this.respond = (_, response) => void response.writeHead(status, headers).end(body);
  }

  /** Waits for this many requests and returns them. */
  count(count: number): Promise<Received[]> {
    return until(
      `${count} deliveries (${this.received.length} came)`,
      () => this.received.length >= count && this.received,
    );
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Opens a receiver that is closed at the end of the test file. Open it before the app, so that the app stops first. */
export async function openReceiver(): Promise<Receiver> {
  const receiver = await new Receiver().listen();
  afterFile(() => receiver.close());
  return receiver;
}
