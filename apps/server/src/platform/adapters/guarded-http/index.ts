/**
 * Requests to addresses that an organization's administrators typed. They must not reach what only this machine can reach: the
 * address is judged when the name is resolved, for the very connection that is made, so that a name which answers differently the
 * second time gains nothing. No redirects, no proxies, a limit on time and size.
 */
import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AllowList, isPublicAddress } from '../http-fetcher/addresses.ts';

export type GuardedRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
};
export type GuardedHttp = {
  /** Throws when the address is private, the answer too long, or nobody answers in time. Redirects come back as they are. */
  request(address: string, request: GuardedRequest): Promise<Response>;
  /** Whether the operator allows this host to be inside (and so to be reached without TLS). */
  isInside(url: URL): boolean;
};

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** @throws Error with a sentence about the entry that is neither a host name, an address nor a CIDR block */
export function guardedHttp(inside: readonly string[]): GuardedHttp {
  const allow = new AllowList(inside);
  const isInside = (url: URL) =>
    allow.hasName(hostOf(url)) || (isIP(hostOf(url)) !== 0 && allow.hasAddress(hostOf(url)));
  return {
    isInside,
    request: (address, request) => {
      const url = new URL(address);
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isInside(url)))
        return Promise.reject(new Error(`${url.protocol}//${url.host} is not asked: it has to be https`));
      const judge: Judge = (found) => isInside(url) || isPublicAddress(found) || allow.hasAddress(found);
      // An address needs no look-up, so it is judged here; a name by what it resolves to.
      if (isIP(hostOf(url)) !== 0 && !judge(hostOf(url))) return Promise.reject(refused(hostOf(url)));
      return send(url, request, judge);
    },
  };
}

type Judge = (address: string) => boolean;
const hostOf = ({ hostname }: URL): string => hostname.toLowerCase().replace(/^\[|\]$/g, '');
const refused = (host: string) =>
  new Error(`${host} leads into a private network; the operator's setting SSO_PRIVATE_HOSTS can allow it`);

function judgedLookup(judge: Judge): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 4);
      // One private address among several would be enough to be led to it.
      if (!addresses.every(({ address }) => judge(address))) return callback(refused(hostname), '', 4);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function send(url: URL, { method, headers, body, signal }: GuardedRequest, judge: Judge): Promise<Response> {
  const client = url.protocol === 'https:' ? https : http;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const request = client.request(
      url,
      {
        method,
        headers,
        agent: false,
        lookup: judgedLookup(judge),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size > MAX_BYTES)
            answer.destroy(new Error(`the answer of ${url.host} is longer than ${MAX_BYTES} bytes`));
        });
        answer.on('error', reject);
        answer.on('end', () => resolve(toResponse(answer, Buffer.concat(parts))));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function toResponse({ statusCode = 502, headersDistinct }: http.IncomingMessage, body: Buffer): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const isEmpty = [101, 103, 204, 205, 304].includes(statusCode);
  return new Response(isEmpty ? null : new Uint8Array(body), { status: statusCode, headers });
}
