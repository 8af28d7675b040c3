/** Signed requests to one bucket (AWS Signature Version 4), with time limits and retries. */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { withRetries } from '../retry.ts';
import { codeOf, S3Failure } from './failure.ts';

export type S3Log = { warn(fields: object, message: string): void };

export type S3Options = {
  /** The endpoint's scheme, host and port. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly style: 'path' | 'host';
  /** A CA certificate in PEM. Default: the certificates that Node trusts. */
  readonly ca?: string | undefined;
  readonly log: S3Log;
  /** The prefix of the setting names, for advice to the operator. */
  readonly settings?: string | undefined;
  readonly limits?: Partial<S3Limits> | undefined;
};

/** The time limits in milliseconds. */
export type S3Limits = {
  connect: number;
  /** The time limit from the last byte sent to the first byte of the response, and between bytes of the response. */
  answer: number;
  /** The time that a reader may take for one piece. After that, its connection is given to another reader. */
  reader: number;
  /** The time limit for one request with all attempts. Each megabyte sent or received adds a second. */
  whole: number;
  /** The first pause between attempts. Each later pause is twice as long. */
  pause: number;
};

const LIMITS: S3Limits = { connect: 5_000, answer: 15_000, reader: 5_000, whole: 30_000, pause: 100 };
/** The limits for requests that a user waits for. If the S3 server hangs, the response is 503 within five seconds. */
export const QUICK_LIMITS: Partial<S3Limits> = { connect: 2_000, answer: 3_000, whole: 3_800 };
const MAX_TRIES = 4;
const MAX_PAUSE_MS = 3_000;
const MAX_ANSWER_BYTES = 4 * 2 ** 20;
/** A failure that repeats is logged at most once in this period. */
const SAID_EVERY_MS = 60_000;
const NO_BYTES = createHash('sha256').update('').digest('hex');

export type S3Request = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body is opened again for each attempt. */
  readonly body?: { readonly open: () => Readable; readonly size: number; readonly sha256: string };
};

export interface S3Client {
  readonly limits: S3Limits;
  /**
   * Makes one attempt. The caller must read or destroy the response body. @throws S3Failure for every status from 300
   * on
   */
  once: (request: S3Request, signal: AbortSignal) => Promise<IncomingMessage>;
  /** Retries temporary failures with growing random pauses (full jitter). @throws S3Failure */
  ask: <Result>(request: S3Request, read: (answer: IncomingMessage) => Promise<Result>) => Promise<Result>;
  /**
   * Runs `work` until it succeeds, at most four times, with the same pauses as other retries. The total time limit
   * depends on the number of bytes.
   */
  persist: <Result>(bytes: number, work: (signal: AbortSignal, attempt: number) => Promise<Result>) => Promise<Result>;
  close: () => void;
}

export function s3Client(options: S3Options): S3Client {
  const limits = { ...LIMITS, ...options.limits };
  const base = baseUrl(options);
  const isTls = base.protocol === 'https:';
  const settings = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, timeout: 60_000 };
  const agent = isTls ? new https.Agent({ ...settings, ca: options.ca }) : new http.Agent(settings);
  const said = new Map<string, number>();

  function report(failure: S3Failure): void {
    const now = performance.now();
    if (now - (said.get(failure.code) ?? Number.NEGATIVE_INFINITY) < SAID_EVERY_MS) return;
    said.set(failure.code, now);
    const { status, code, message } = failure;
    options.log.warn(
      { status, code, reason: message },
      `a request to the S3 server failed. ${failure.adviceFor(options.settings) ?? ''}`.trim(),
    );
  }

  async function once(request: S3Request, signal: AbortSignal): Promise<IncomingMessage> {
    const url = new URL(base);
    if (request.key !== undefined) url.pathname += request.key;
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method: request.method,
      url: url.href,
      headers: { ...request.headers, 'x-amz-content-sha256': request.body?.sha256 ?? NO_BYTES },
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      service: 's3',
      region: options.region,
    }).sign();
    const headers = Object.fromEntries(signed.headers);
    const answer = await exchange(
      isTls ? https : http,
      signed.url,
      { method: request.method, agent, signal },
      headers,
      request.body,
      limits,
    );
    const status = answer.statusCode ?? 0;
    if (status < 300) return answer;
    const body = await readText(answer).catch(() => '');
    throw new S3Failure(
      status,
      codeOf(status, body),
      `${request.method} got the response ${status} ${codeOf(status, body)}`,
    );
  }

  async function persist<Result>(
    bytes: number,
    work: (signal: AbortSignal, attempt: number) => Promise<Result>,
  ): Promise<Result> {
    const began = performance.now();
    let until = began + limits.whole + bytes / 1000;
    try {
      return await withRetries(
        {
          tries: MAX_TRIES,
          pauseMs: 2 * limits.pause,
          maxPauseMs: MAX_PAUSE_MS,
          isPassing: (error) => error instanceof S3Failure && error.isPassing,
          until: (error) => {
            // Extra time for large data is given only to a server that accepts the data, not to one that does not
            // respond.
            if (error instanceof S3Failure && error.code === 'ETIMEDOUT') until = Math.min(until, began + limits.whole);
            return until;
          },
        },
        (attempt, deadline) => work(AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now()))), attempt),
      );
    } catch (error) {
      // The callers handle these statuses ("missing", "exists", "not implemented"), so they are not logged.
      if (error instanceof S3Failure && ![404, 412, 416, 501].includes(error.status)) report(error);
      throw error;
    }
  }

  return {
    limits,
    once,
    persist,
    ask: (request, read) => persist(request.body?.size ?? 0, async (signal) => read(await once(request, signal))),
    close: () => agent.destroy(),
  };
}

function baseUrl({ endpoint, bucket, style }: S3Options): URL {
  const url = new URL(endpoint);
  if (style === 'host') url.host = `${bucket}.${url.host}`;
  url.pathname = style === 'host' ? '/' : `/${bucket}/`;
  return url;
}

/**
 * Sends the request and its body, and resolves with the head of the response. A server may respond before it has read
 * everything.
 */
function exchange(
  transport: typeof http | typeof https,
  url: URL,
  options: http.RequestOptions,
  signed: Readonly<Record<string, string>>,
  body: S3Request['body'],
  limits: S3Limits,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = body ? { ...signed, 'content-length': String(body.size) } : signed;
    const request = transport.request(url, { ...options, headers });
    const source = body?.open();
    let timer = setTimeout(() => fail(overdue('connect', limits.connect)), limits.connect);
    const wait = (what: string, ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(overdue(what, ms)), ms);
    };
    function fail(error: unknown): void {
      clearTimeout(timer);
      source?.destroy();
      request.destroy();
      reject(error instanceof S3Failure ? error : noAnswer(error));
    }
    request.on('socket', (socket) => {
      const connected = () => {
        wait('answer', limits.answer);
        // A server that stops reading the body also sends no response. Each piece that it reads restarts the timer.
        source?.on('data', () => wait('answer', limits.answer));
      };
      if (!socket.connecting) connected();
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected);
    });
    request.on('finish', () => wait('answer', limits.answer));
    request.on('error', fail);
    request.on('response', (answer) => {
      clearTimeout(timer);
      source?.destroy();
      // The server responded before the whole request was sent. The connection would count as in use forever, so it is
      // closed after the response.
      if (!request.writableFinished) answer.once('close', () => request.destroy());
      resolve(answer);
    });
    if (!source) return void request.end();
    // An error while reading the local file is not the server's fault.
    source.on('error', (error) => (clearTimeout(timer), request.destroy(), reject(error)));
    source.pipe(request);
  });
}

const overdue = (what: string, ms: number): S3Failure =>
  new S3Failure(0, 'ETIMEDOUT', `no ${what === 'connect' ? 'connection' : 'answer'} within ${ms} ms`);

export function noAnswer(error: unknown): S3Failure {
  if (error instanceof S3Failure) return error;
  const named = error instanceof Error && 'code' in error ? String(error.code) : 'ECONNRESET';
  // An error with one of these names means that the total time limit was exceeded.
  const code = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name) ? 'ETIMEDOUT' : named;
  return new S3Failure(0, code, error instanceof Error ? error.message : String(error), { cause: error });
}

export async function drained(answer: IncomingMessage): Promise<IncomingMessage> {
  answer.resume();
  return answer;
}

export async function readText(answer: IncomingMessage): Promise<string> {
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) answer.destroy(new Error('The response is too long'));
  });
  return text(answer).catch((error: unknown) => {
    throw noAnswer(error);
  });
}
