/**
 * A proxy in front of a real S3 server that applies the test's faults to the next requests, to simulate failing
 * networks and servers.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { ACCESS } from './s3-server.ts';

export type S3Fault =
  /** The proxy responds itself, and the server does not receive the request. */
  | { kind: 'status'; status: number; code?: string }
  /** The proxy responds before the body has arrived, and keeps the connection open. */
  | { kind: 'early'; status: number }
  /** The server executes the request, and the response is lost. */
  | { kind: 'lost-answer' }
  /** The server sends no response while the connection is open. */
  | { kind: 'silence' }
  /** The connection ends after this many bytes of the response's body. */
  | { kind: 'cut'; after: number }
  /** The response ends after this many bytes of its body. */
  | { kind: 'stall'; after: number }
  /** The bytes of the response's body are different, but the length is the same. */
  | { kind: 'wrong-bytes' }
  /** The bytes of the request's body are changed in transit. */
  | { kind: 'wrong-upload' }
  /** The proxy acts like a server that supports `If-None-Match`. Swift responds with 501 instead. */
  | { kind: 'conditional' };

export type FaultyS3 = {
  endpoint: string;
  /** Sets the faults to apply to the next requests with this method, in this order. */
  next: (method: string, ...faults: S3Fault[]) => void;
  /** Sets the fault to apply to every request. Undefined means none. */
  always: (fault: S3Fault | undefined) => void;
  /** The methods and paths of the received requests, in order of arrival. */
  seen: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  close: () => Promise<void>;
};

/** `tls` is the proxy's certificate and key for https connections. */
export async function openFaultyS3(target: string, tls?: { key: string; cert: string }): Promise<FaultyS3> {
  const queues = new Map<string, S3Fault[]>();
  const seen: FaultyS3['seen'] = [];
  const taken = new Set<string>();
  let always: S3Fault | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    seen.push({ method, path: url, headers });
    const fault = queues.get(method)?.shift() ?? always;
    if (fault?.kind === 'status') return refuse(request, response, fault.status, fault.code);
    if (fault?.kind === 'early') return void response.writeHead(method === 'PUT' ? fault.status : 404).end();
    if (fault?.kind === 'silence') return void request.resume();
    if (fault?.kind === 'conditional' && method === 'PUT' && headers['if-none-match'] === '*') {
      if (taken.has(url)) return refuse(request, response, 412, 'PreconditionFailed');
      taken.add(url);
    }
    await forward(request, response, fault);
  }

  async function forward(request: IncomingMessage, response: ServerResponse, fault?: S3Fault): Promise<void> {
    const { method } = request;
    const url = new URL(request.url ?? '', target);
    const headers = fault?.kind === 'conditional' ? await unconditional(url, request) : request.headers;
    const onwards = http.request(url, { method, headers, agent: false });
    // Swift incorrectly sends a body in the response to a rejected HEAD request. This causes an error after the
    // response.
    onwards.on('error', () => undefined);
    let isFirst = fault?.kind === 'wrong-upload';
    request.on('data', (chunk: Buffer) => {
      onwards.write(isFirst ? flipped(chunk) : chunk);
      isFirst = false;
    });
    request.on('end', () => onwards.end());
    const [answer] = (await once(onwards, 'response')) as [IncomingMessage];
    if (fault?.kind === 'lost-answer') {
      await buffer(answer);
      return void response.destroy();
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    let sent = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const left = fault?.kind === 'cut' || fault?.kind === 'stall' ? fault.after - sent : chunk.length;
      response.write(
        fault?.kind === 'wrong-bytes' && sent === 0 ? flipped(chunk) : chunk.subarray(0, Math.max(left, 0)),
      );
      sent += chunk.length;
      if (left >= chunk.length) continue;
      onwards.destroy();
      if (fault?.kind === 'cut') response.socket?.end();
      return;
    }
    response.end();
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => response.destroy());
  };
  const server = tls ? https.createServer(tls, serve) : http.createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http${tls ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (method, ...faults) => void queues.set(method, faults),
    always: (fault) => (always = fault),
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the headers for the same request without `If-None-Match`, signed again. */
async function unconditional(url: URL, { method = '', headers }: IncomingMessage): Promise<Record<string, string>> {
  const kept = ['content-length', 'content-md5', 'content-type', 'x-amz-content-sha256', 'x-amz-meta-writer'];
  const plain = Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
  const signed = await new AwsV4Signer({ ...ACCESS, method, url: url.href, headers: plain, service: 's3' }).sign();
  return { ...plain, ...Object.fromEntries(signed.headers) };
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, code = 'InternalError'): void {
  request.resume();
  request.on('end', () => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>No</Message></Error>`);
  });
}

function flipped(chunk: Buffer): Buffer {
  const bytes = Buffer.from(chunk);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes;
}
