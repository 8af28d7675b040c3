import { randomBytes } from 'node:crypto';
import { digestLength } from './algorithms.ts';
import type { Certificate } from './certificate.ts';
import { orUndefined, PkiError } from './errors.ts';
import { type PathValidation, validatePath } from './path.ts';
import { buildTimestampRequest } from './timestamp.ts';
import { parseTimestampResponse, type TimestampVerification, verifyTimestampToken } from './timestamp-verify.ts';

// An RFC 3161 client over HTTP (§3.4). Every problem with a response throws PkiError `no_timestamp` with a sentence
// about the authority, so no caller can continue without a time-stamp.

/** Requirements that a valid response must also meet. */
export type TimestampExpectations = {
  /** The OID of the requested policy. */
  readonly policy?: string;
  /** The maximum size of the DER in octets, which is the space reserved for it. */
  readonly maxTokenBytes?: number;
  /** The trusted certificates. If omitted, the verifier of the time-stamp decides whether to trust the authority. */
  readonly trust?: { readonly anchors: readonly Certificate[]; readonly certificates: readonly Certificate[] };
  /** Our clock, and the maximum difference from the authority's clock in milliseconds. */
  readonly clock?: { readonly now: () => Date; readonly toleranceMs: number };
};

/** A time-stamp that was checked against its request. */
export type RequestedTimestamp = {
  /** The DER of the TimeStampToken. */
  readonly token: Buffer;
  readonly time: Date;
  readonly signer: Certificate;
  /**
   * The certificates from the authority's to the anchor. Without `trust`, contains only the authority's certificate.
   */
  readonly path: readonly Certificate[];
};

/** The digest to time-stamp, the authority, and the time limit. */
export type TimestampRequestOptions = TimestampExpectations & {
  /** The authority's URL, with http or https. A user name and password in the URL are sent as basic credentials. */
  readonly url: URL;
  /** The SHA-256 of the time-stamped data. */
  readonly imprint: Uint8Array;
  /** The time limit for the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
};

/** Tokens with a certificate chain stay far below this size. */
const MAX_ANSWER_BYTES = 64 * 1024;
const NONCE_OCTETS = 12;
const MAX_REDIRECTIONS = 3;
/**
 * A response is checked as a time-stamp even if it has another content type. If the response is HTML from a proxy, the
 * error message states this.
 */
const ANSWER_TYPES: ReadonlySet<string> = new Set(['application/timestamp-reply', 'application/octet-stream']);

/**
 * Requests a time-stamp over a SHA-256 digest, and checks every aspect of the response. Verifies TLS. Follows
 * redirects that keep the method and the body (307 and 308, RFC 9110 §15.4.8), but never from HTTPS to HTTP.
 * @throws PkiError no_timestamp
 */
export async function requestTimestamp(options: TimestampRequestOptions): Promise<RequestedTimestamp> {
  const { url, imprint, policy, timeoutMs } = options;
  if (imprint.length !== digestLength.sha256) throw new PkiError('invalid_argument', 'not a SHA-256 digest');
  const nonce = randomBytes(NONCE_OCTETS);
  const request = buildTimestampRequest({
    digestAlgorithm: 'sha256',
    imprint: Buffer.from(imprint),
    nonce,
    ...(policy === undefined ? {} : { policy }),
  });
  return checkTimestampAnswer(await post(url, request, timeoutMs), { ...options, nonce });
}

/**
 * Checks a TimeStampResp against the request: status, imprint, nonce, policy, signature, the signing certificate
 * (ESSCertID of RFC 3161 §2.4.2 or ESSCertIDv2 of RFC 5816), the purpose of the certificate (RFC 3161 §2.3),
 * strength, and, if required, size, time and trust.
 * @throws PkiError no_timestamp
 */
export function checkTimestampAnswer(
  answer: Uint8Array,
  expected: TimestampExpectations & { readonly imprint: Uint8Array; readonly nonce: Uint8Array },
): RequestedTimestamp {
  const response = orUndefined(() => parseTimestampResponse(answer));
  if (!response) throw failure('its response is not a time-stamp');
  if (!response.granted) throw failure(`it rejected the request (status ${response.status})`);
  const { token } = response;
  const { imprint, nonce, policy, maxTokenBytes = MAX_ANSWER_BYTES } = expected;
  if (token.length > maxTokenBytes)
    throw failure(`its time-stamp has ${token.length} bytes, but there is only space for ${maxTokenBytes}`);
  const stamp = verifyTimestampToken({ token, imprint, nonce, ...(policy === undefined ? {} : { policy }) });
  const faults = [...stamp.problems, ...(stamp.weak ? ['weak'] : [])];
  const { signer, time } = stamp;
  if (faults.length > 0 || !signer || !time) throw failure(`its response is not valid (${faults.join(', ')})`);
  checkTime(time, expected.clock);
  return { token, time, signer, path: trustedPath(stamp, signer, time, expected) };
}

function checkTime(time: Date, clock: TimestampExpectations['clock']): void {
  if (!clock) return;
  const off = time.getTime() - clock.now().getTime();
  if (Math.abs(off) > clock.toleranceMs)
    throw failure(
      `its time is ${Math.round(Math.abs(off) / 1000)} seconds ${off > 0 ? 'ahead of' : 'behind'} the local clock`,
    );
}

function trustedPath(
  stamp: TimestampVerification,
  signer: Certificate,
  time: Date,
  { trust, clock }: TimestampExpectations,
): readonly Certificate[] {
  if (!trust) return [signer];
  const judged: PathValidation = validatePath({
    leaf: signer,
    intermediates: [...stamp.certificates, ...trust.certificates],
    anchors: trust.anchors,
    at: clock?.now() ?? time,
    purpose: 'time-stamping',
  });
  if (judged.valid) return judged.path;
  const codes = [...new Set(judged.problems.map(({ code }) => code))];
  throw failure(
    codes.includes('no_path')
      ? 'its certificate chain does not end at a trust anchor'
      : `its certificate is not valid (${codes.join(', ')})`,
  );
}

async function post(url: URL, body: Buffer, timeoutMs: number): Promise<Buffer> {
  const { target, authorization } = withoutCredentials(url);
  const request: RequestInit = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/timestamp-query',
      Accept: 'application/timestamp-reply',
      ...(authorization === undefined ? {} : { Authorization: authorization }),
    },
    body,
    redirect: 'manual',
    // The timeout also covers a second attempt and the transfer of the body. Otherwise, an authority that sends very
    // slowly could block the caller.
    signal: AbortSignal.timeout(timeoutMs),
  };
  try {
    const response = await send(target, request);
    if (response.status !== 200) {
      await response.body?.cancel();
      throw failure(`it responded with status ${response.status}`);
    }
    return await readBody(response);
  } catch (cause) {
    if (cause instanceof PkiError) throw cause;
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    throw failure(isLate ? `it did not respond within ${timeoutMs / 1000} seconds` : 'it cannot be reached', cause);
  }
}

async function send(target: URL, request: RequestInit, redirections = 0): Promise<Response> {
  const response = await fetch(target, request).catch((cause: unknown) => {
    if (wasCutOff(cause)) return fetch(target, request);
    throw cause;
  });
  if (response.status !== 307 && response.status !== 308) return response;
  await response.body?.cancel();
  if (redirections === MAX_REDIRECTIONS) throw failure('it redirects too often');
  return send(...redirected(target, request, response.headers.get('Location')), redirections + 1);
}

/** Redirects a request. A password is sent only to the server that it was configured for (RFC 9110 §15.4). */
function redirected(from: URL, request: RequestInit, location: string | null): [URL, RequestInit] {
  const to = location !== null && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (to?.protocol !== 'https:' && to?.protocol !== from.protocol) throw failure('it redirects to an invalid address');
  const { target } = withoutCredentials(to);
  if (target.origin === from.origin) return [target, request];
  const headers = new Headers(request.headers);
  headers.delete('Authorization');
  return [target, { ...request, headers }];
}

/**
 * Whether the connection was cut off. The server can close a kept-alive connection just as it is reused. A second
 * request is harmless, because a time-stamp that was not received has no effect.
 */
function wasCutOff(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

async function readBody(response: Response): Promise<Buffer> {
  const type = response.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || !ANSWER_TYPES.has(type)) {
    await response.body?.cancel();
    throw failure(
      `it responded with ${type === undefined ? 'no content type' : `the content type ${type.slice(0, 60)}`}`,
    );
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    // Leaving the loop cancels the transfer.
    if (length > MAX_ANSWER_BYTES) throw failure('its response is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** `fetch` refuses URLs that contain a user name, because URLs end up in logs. */
function withoutCredentials(url: URL): { target: URL; authorization: string | undefined } {
  const target = new URL(url);
  target.username = '';
  target.password = '';
  target.hash = '';
  if (url.username === '' && url.password === '') return { target, authorization: undefined };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { target, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function failure(why: string, cause?: unknown): PkiError {
  return new PkiError('no_timestamp', why, { cause });
}
