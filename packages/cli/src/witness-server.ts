import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { addCheckpoint, type WitnessAnswer, type WitnessKeys } from './witness-protocol.ts';
import type { WitnessState } from './witness-state.ts';

/** Large enough for a checkpoint with 16 post-quantum signatures and the longest proof. */
const MAX_BODY_BYTES = 256 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 256;

export interface WitnessOptions {
  readonly keys: WitnessKeys;
  readonly state: WitnessState;
  readonly host: string;
  /** Use 0 for any free port. */
  readonly port: number;
  readonly now: () => Date;
  /** Called with a message for each failure of the witness itself. */
  readonly report: (message: string) => void;
}

export interface RunningWitness {
  readonly url: string;
  /** Stops the server after requests in progress have ended. */
  readonly close: () => Promise<void>;
}

/** Starts a witness server (C2SP tlog-witness). Submission and monitoring share one URL prefix. */
export async function startWitness(options: WitnessOptions): Promise<RunningWitness> {
  let last: Promise<unknown> = Promise.resolve();
  /** Checkpoints are processed one at a time, because checking and storing must be one step. */
  const inTurn = (work: () => Promise<WitnessAnswer>): Promise<WitnessAnswer> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const server = createServer((request, response) => {
    void respond(request, options, inTurn).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        // A client that disconnects is not reported, because the witness itself did not fail.
        if (!request.destroyed || request.complete)
          options.report(error instanceof Error ? error.message : String(error));
        send(response, { status: 500, body: 'The checkpoint could not be stored.\n' });
      },
    );
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, family, port } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

type Answer = Omit<WitnessAnswer, 'status'> & { readonly status: number };

async function respond(
  request: IncomingMessage,
  { keys, state, now }: WitnessOptions,
  inTurn: (work: () => Promise<WitnessAnswer>) => Promise<WitnessAnswer>,
): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://witness');
  if (pathname === '/add-checkpoint') {
    if (request.method !== 'POST') return { status: 405, body: 'Send a POST request.\n' };
    const body = await readBody(request);
    if (body === undefined) return { status: 413, body: `The maximum size of a request is ${MAX_BODY_BYTES} bytes.\n` };
    return inTurn(() => addCheckpoint(body, keys, state, now()));
  }
  const [, wanted] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(pathname) ?? [];
  const note = wanted === undefined ? undefined : state.noteByHash(wanted);
  if (note === undefined) return { status: 404, body: 'This address does not exist.\n' };
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, body: 'Send a GET request.\n' };
  return { status: 200, body: note };
}

/**
 * Reads the body as text. Returns undefined if the body is too large. In that case, the rest of the body is read and
 * discarded, so that the client can receive the response.
 */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= MAX_BODY_BYTES) parts.push(part);
  }
  return length > MAX_BODY_BYTES ? undefined : Buffer.concat(parts).toString();
}

function send(response: ServerResponse, { status, body, contentType = 'text/plain; charset=utf-8' }: Answer): void {
  response.writeHead(status, { 'Content-Type': contentType }).end(body);
}
