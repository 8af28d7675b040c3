/**
 * Fetches URLs with node:http. The Host header and TLS name come from the URL. The socket connects to the checked
 * address.
 */
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { FetchAnswer, FetchFault, FetchOutcome, FetchRequest, Fetcher, Refusal } from '../../ports/fetcher.ts';
import type { AllowList } from './addresses.ts';
import { findAddresses, readTarget, type Resolve, systemResolve, type Target } from './targets.ts';

export { AllowList } from './addresses.ts';

export type FetcherOptions = {
  allow: AllowList;
  resolve?: Resolve;
  /** Certificates to trust in addition to those of the system, for tests. */
  ca?: string;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const CONNECT_MS = 4_000;
const MAX_BYTES = 64 * 1024;
const MAX_HEADERS = 16 * 1024;
/** The time for which an idle connection is kept. Servers usually keep connections longer (5 s). */
const IDLE_MS = 3_000;
const ADDRESSES_TRIED = 3;
/** Error codes that mean that nothing was sent yet, so another address of the name may work. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
  'CONNECT_TIMEOUT',
]);

export function httpFetcher({ allow, resolve = systemResolve(), ca, timeoutMs = TIMEOUT_MS }: FetcherOptions): Fetcher {
  // The fetcher has its own agents, which ignore proxies in the environment. Connections are reused by the address that
  // was checked, not by host name.
  const options = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo', maxFreeSockets: 256 } as const;
  const agents = { http: new http.Agent(options), https: new https.Agent({ ...options, maxCachedSessions: 500 }) };
  const closing = new AbortController();

  const fetch = async (request: FetchRequest): Promise<FetchOutcome> => {
    const target = readTarget(request.url, allow);
    if ('refused' in target) return failedBy(target.refused);
    // One time limit covers everything: look-up, connection, TLS, headers and body.
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]);
    try {
      const found = await within(signal, findAddresses(target, allow, resolve));
      if ('refused' in found) return failedBy(found.refused);
      return await overAddresses(found.addresses.slice(0, ADDRESSES_TRIED), (address) =>
        exchange({ target, address, agents, signal, ca }, request),
      );
    } catch (error) {
      if (closing.signal.aborted) return { kind: 'aborted' };
      return describe(error, signal, timeoutMs);
    }
  };

  return {
    judge: async (url) => {
      const target = readTarget(url, allow);
      if ('refused' in target) return target.refused;
      try {
        const found = await within(AbortSignal.timeout(CONNECT_MS), findAddresses(target, allow, resolve));
        return 'refused' in found ? found.refused : undefined;
      } catch (error) {
        return unknownHost(error) ?? insecure(target);
      }
    },
    isListed: (url) => {
      const target = readTarget(url.href, allow);
      return 'trusted' in target && target.trusted;
    },
    fetch,
    close: () => {
      closing.abort();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const failed = (code: FetchFault, reason: string): FetchOutcome => ({ kind: 'failed', code, reason });
const failedBy = ({ code, message }: Refusal): FetchOutcome => failed(code, `The address ${message}.`);

/**
 * Returns the error of a failed look-up. A name that does not exist is refused. If the resolver is unavailable, the
 * name is not at fault.
 */
function unknownHost(error: unknown): Refusal | undefined {
  if (!['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(codeOf(error))) return undefined;
  return { code: 'unknown_host', message: 'must contain a host name that resolves' };
}
function insecure({ secure, trusted }: Target): Refusal | undefined {
  return secure || trusted ? undefined : { code: 'insecure_url', message: 'must start with https://' };
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

async function overAddresses(
  addresses: readonly string[],
  attempt: (address: string) => Promise<FetchOutcome>,
): Promise<FetchOutcome> {
  for (const [index, address] of addresses.entries()) {
    try {
      return await attempt(address);
    } catch (error) {
      if (index === addresses.length - 1 || !NOT_CONNECTED.has(codeOf(error))) throw error;
    }
  }
  throw new Error('no address');
}

type Exchange = {
  target: Target;
  address: string;
  agents: { http: http.Agent; https: https.Agent };
  signal: AbortSignal;
  ca: string | undefined;
};

async function exchange(where: Exchange, request: FetchRequest): Promise<FetchOutcome> {
  try {
    return await send(where, request, false);
  } catch (error) {
    // The receiver closed a kept-alive connection while the request was being sent. It has processed nothing, so the
    // request is retried on a new connection.
    if (error instanceof StaleConnection) return send(where, request, true);
    throw error;
  }
}

class StaleConnection extends Error {}

function send(
  { target, address, agents, signal, ca }: Exchange,
  { method, headers, body, maxBytes = MAX_BYTES }: FetchRequest,
  fresh: boolean,
): Promise<FetchOutcome> {
  const { url, host, port, secure } = target;
  return new Promise((resolve, reject) => {
    const options: https.RequestOptions = {
      // The value is already an address, so there is no second look-up, and the socket uses the address that was
      // checked.
      host: address,
      port,
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...headers,
        host: url.host,
        'accept-encoding': 'identity',
        ...(body && { 'content-length': body.length }),
      },
      maxHeaderSize: MAX_HEADERS,
      agent: fresh ? false : secure ? agents.https : agents.http,
      signal,
      ...(secure && { servername: isIP(host) === 0 ? host : '', ...(ca !== undefined && { ca }) }),
    };
    const request = (secure ? https : http).request(options);
    const slow = setTimeout(() => {
      if (request.socket?.connecting !== false)
        request.destroy(Object.assign(new Error('no connection'), { code: 'CONNECT_TIMEOUT' }));
    }, CONNECT_MS);
    let answered = false;
    request.on('socket', () => void (request.reusedSocket && clearTimeout(slow)));
    request.on('close', () => {
      clearTimeout(slow);
      if (!answered) reject(new Error('the connection was closed without a response'));
    });
    // Node emits `upgrade` for a response with status 101. The fetcher never requests a protocol switch, so the socket
    // is destroyed.
    request.on('upgrade', (_response, socket) => socket.destroy());
    request.on('response', (response) => {
      answered = true;
      void read(response, maxBytes).then((content) =>
        resolve({ kind: 'answer', status: response.statusCode ?? 0, headers: response.headers, ...content }),
      );
    });
    request.on('error', (error) => {
      // Once the status has arrived, `read` handles errors and returns the part of the body that was received.
      if (answered) return;
      const stale = request.reusedSocket && !signal.aborted && ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
      reject(stale ? new StaleConnection() : error);
    });
    request.end(body);
  });
}

/** Reads the body up to the limit of size or time. The status alone determines the outcome. */
function read(response: http.IncomingMessage, maxBytes: number): Promise<Pick<FetchAnswer, 'body' | 'isWhole'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const finish = () =>
      resolve({
        body: Buffer.concat(chunks).subarray(0, maxBytes),
        isWhole: response.complete && size <= maxBytes,
      });
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) response.destroy();
    });
    response.on('error', finish);
    response.on('close', finish);
    response.on('end', finish);
  });
}

function describe(error: unknown, signal: AbortSignal, timeoutMs: number): FetchOutcome {
  if (signal.aborted) return failed('timeout', `No response within ${timeoutMs / 1000} seconds.`);
  const code = codeOf(error);
  if (['ENOTFOUND', 'ENODATA'].includes(code)) return failed('unknown_host', 'The host name could not be resolved.');
  if (code === 'ECONNREFUSED') return failed('connection_refused', 'The connection was refused.');
  if (['ECONNRESET', 'EPIPE'].includes(code))
    return failed('connection_closed', 'The connection was closed before a response.');
  if (NOT_CONNECTED.has(code)) return failed('connection_failed', 'The connection failed.');
  if (code === 'HPE_HEADER_OVERFLOW') return failed('invalid_response', 'The response has more than 16 KB of headers.');
  if (code.startsWith('HPE_')) return failed('invalid_response', `The response is not HTTP (${code}).`);
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME|UNABLE_TO|EPROTO/.test(code))
    return failed('tls_failed', `The TLS connection is not trusted (${code}).`);
  return failed('request_failed', `The request failed${code === '' ? '' : ` (${code})`}.`);
}
