/**
 * Responds in place of the server while the startup waits for an external service (ADR 90). Load balancers, people and
 * monitors get the reason instead of a refused connection. It has no operations, credentials or database.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { newRequestId } from '../../platform/crypto/ids.ts';
import { AppError } from '../../platform/errors.ts';
import { errorAnswer } from '../../platform/invoke/error-answer.ts';
import type { Missing } from '../../platform/when-reachable.ts';
import { COMMON_HEADERS } from './unreadable.ts';

/** The URL of the liveness check, with or without the prefixes for the version and the sandbox. */
const LIVE = /^(?:https?:\/\/[^/?]*)?(?:\/sandbox)?(?:\/v1)?\/api\/health\/live\/?(?:\?|$)/i;
const REQUEST_LIMIT_MS = 10_000;
const RETRY_SECONDS = 5;

export type WaitingServerOptions = {
  host: string;
  port: number;
  publicUrl: string | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Called once, when the port is open. */
  onListening?: (() => void) | undefined;
};

export class WaitingServer {
  readonly #options: WaitingServerOptions;
  #missing: Missing | undefined;
  #server: Server | undefined;
  #listening: Promise<void> | undefined;
  #port: number;

  constructor(options: WaitingServerOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  /** The port for the real server. With PORT=0, it is the port that the system chose for the waiting server. */
  get port(): number {
    return this.#port;
  }

  get #baseUrl(): string {
    return this.#options.publicUrl ?? `http://localhost:${this.#port}`;
  }

  /**
   * Sets the service for which the startup waits, and starts listening on the first call. Rejects if the port is in
   * use.
   */
  readonly waitFor = (missing: Missing): Promise<void> => {
    this.#missing = missing;
    this.#listening ??= this.#listen();
    return this.#listening;
  };

  /** Frees the port for the real server. Rejects if the port could not be opened. */
  async close(): Promise<void> {
    await this.#listening;
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async #listen(): Promise<void> {
    const { host, log, onListening } = this.#options;
    const server = createServer({ requestTimeout: REQUEST_LIMIT_MS }, (request, response) =>
      this.#answer(request, response),
    );
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: this.#port }, resolve);
    });
    this.#server = server;
    const address = server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
    log.warn(
      { port: this.#port },
      `the server is listening and responding with 503 while it waits for ${this.#missing?.name ?? 'a service'}`,
    );
    onListening?.();
  }

  #answer({ url = '', method, socket }: IncomingMessage, response: ServerResponse): void {
    const requestId = newRequestId();
    const isAlive = LIVE.test(url) && (method === 'GET' || method === 'HEAD');
    const { status, body, retryAfter } = isAlive
      ? { status: 200, body: { status: 'alive', timestamp: new Date().toISOString() }, retryAfter: undefined }
      : errorAnswer(unavailable(this.#missing), { requestId, baseUrl: this.#baseUrl });
    const text = JSON.stringify(body);
    response.writeHead(status, {
      ...COMMON_HEADERS,
      'x-request-id': requestId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      // The connection is closed, because the next request belongs to the real server, and this server does not wait
      // for the rest of an unread body.
      connection: 'close',
    });
    response.end(method === 'HEAD' ? undefined : text);
    if (!isAlive) this.#options.log.info({ requestId, status, method, ip: socket.remoteAddress }, 'request rejected');
  }
}

function unavailable(missing: Missing | undefined): AppError {
  const name = missing?.name ?? 'a service';
  return new AppError(
    'SERVICE_UNAVAILABLE',
    { check: missing?.check ?? 'start' },
    {
      message: `The server is starting and is waiting for ${name}. Nothing was changed. Try again shortly.`,
      retryAfter: RETRY_SECONDS,
    },
  );
}
