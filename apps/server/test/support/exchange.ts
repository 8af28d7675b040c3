import { Agent, type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The headers that `fetch` adds, so that the tests send the same headers with and without `fetch`. */
const USUAL = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
};
const DECODERS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Idle connections must not delay the end of a test. */
const agent = new Agent({ keepAlive: true });

export type Exchanged = { status: number; headers: Headers; bytes: Buffer };

/**
 * Sends one request and returns its whole response, or the first chunk of an endless stream. This takes a third of the
 * CPU time that `fetch` needs.
 */
export function exchange(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  payload?: string | Uint8Array,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { ...USUAL, ...framing(payload), ...lowered(headers) } });
    sent.on('response', (response) => {
      readAnswer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), bytes }),
        reject,
      );
    });
    // If the response arrives before the request is complete, the response is used.
    sent.on('error', reject);
    sent.end(payload);
  });
}

const framing = (payload: string | Uint8Array | undefined): Record<string, string> =>
  payload === undefined
    ? {}
    : {
        'content-length': String(Buffer.byteLength(payload)),
        ...(typeof payload === 'string' && { 'content-type': 'text/plain;charset=UTF-8' }),
      };

const lowered = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

async function readAnswer(response: IncomingMessage): Promise<Buffer> {
  if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
    for await (const first of response) return first as Buffer;
    return Buffer.alloc(0);
  }
  const decoder = DECODERS[response.headers['content-encoding'] ?? ''];
  const body: Readable = decoder === undefined ? response : response.compose(decoder());
  // `buffer` of node:stream/consumers uses a Blob, which nearly doubles the CPU time of a small request.
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
