/** The app's only access to the server: same origin, session cookie, JSON. */
import {
  type AnswerOf,
  ApiError,
  bearerHeaders,
  type CallOptions,
  createClient,
  errorFrom,
  type FileId,
  isCode,
  type JsonId,
  networkError,
  type RequestOf,
  type Route,
} from '@countersign/client';
import { addPasskey, provePasskey, stepUp, verifyTwoFactor } from '@countersign/client/operations';
import { noteAnswer, noteBusy, noteSilence } from '@countersign/ui-kit/connection';
import { ENVIRONMENT } from './environment.ts';
import { shownLanguage } from './language.ts';
import { withProof } from './step-up.ts';

const client = createClient({
  sandbox: ENVIRONMENT === 'sandbox',
  credentials: 'same-origin',
  // Some responses contain sentences in the language that this header requests.
  headers: () => ({ ...authorization(), 'accept-language': shownLanguage() }),
  // Reads are not retried here, because query-client.ts retries them.
  retries: { times: 0 },
  timeoutMs: 120_000,
  onAnswer: noteAnswer,
  onSilence: noteSilence,
});

let bearer: string | null = null;
let onBearerEnd = (): void => undefined;
/**
 * Sends this token, which comes from a link for preparing a draft, with all later requests, because a frame on another
 * site has no session.
 * @param onEnd called when the server no longer accepts the token
 */
export function presentBearer(token: string, onEnd: () => void): void {
  bearer = token;
  onBearerEnd = onEnd;
}
export const hasBearer = (): boolean => bearer !== null;
/** The headers that authenticate this page. Empty if a cookie authenticates it. */
export const authorization = (): Record<string, string> => (bearer === null ? {} : bearerHeaders(bearer));

/** Returns the URL of an operation in this page's environment. */
export const urlOf = client.url;

/**
 * Operations that replace the session token. While they run, another request may get a 401 although the session has not
 * ended.
 */
const RENEWS_SESSION: ReadonlySet<object> = new Set([stepUp, provePasskey, verifyTwoFactor, addPasskey]);
let renewals = 0;
let renewal: Promise<void> | undefined;

/**
 * Calls an operation and returns its parsed body. If the operation requires a recent proof of identity, the page asks
 * the person for it.
 * @throws ApiError for every error response, and if there is no response; GivenUp if the person did not prove their
 * identity.
 */
export function call<K extends JsonId>(
  route: Route<K>,
  request: RequestOf<K>,
  options: AbortSignal | CallOptions = {},
): Promise<AnswerOf<K>> {
  const how = options instanceof AbortSignal ? { signal: options } : options;
  return withProof(() => sendOnce(route, request, how));
}

/** Calls an operation that returns a file. The page keeps the file in memory until it is saved. */
export const callForFile = <K extends FileId>(
  route: Route<K>,
  request: RequestOf<K>,
  signal: AbortSignal,
): Promise<Blob> => withProof(() => client.file(route, request, { signal, timeoutMs: 600_000 }));

/**
 * Checks whether a link to a file requires a recent proof of identity, and asks for it. Call this before following the
 * link, because a link cannot ask for a proof itself.
 * @throws ApiError if the file is not available; GivenUp if the person did not prove their identity.
 */
export function proveFor(address: string): Promise<void> {
  return withProof(async () => {
    const response = await fetch(address, { method: 'HEAD', credentials: 'same-origin' }).catch((cause: unknown) => {
      throw networkError(cause);
    });
    // The response to HEAD has no body with an error code. For a person's own file, the only possible reason for a 403
    // is a missing proof of identity.
    if (response.status === 403)
      throw new ApiError({ status: 403, code: 'STEP_UP_REQUIRED', message: 'Confirm your identity.' });
    if (!response.ok) throw errorFrom(response.status, null, response.headers);
  });
}

async function sendOnce<K extends JsonId>(
  route: Route<K>,
  request: RequestOf<K>,
  options: CallOptions,
): Promise<AnswerOf<K>> {
  if (RENEWS_SESSION.has(route)) {
    renewals += 1;
    const sent = send(route, request, options);
    const settled = sent
      .then(undefined, () => undefined)
      .then(() => {
        if (renewal === settled) renewal = undefined;
      });
    renewal = settled;
    return sent;
  }
  const [before, during] = [renewals, renewal];
  try {
    return await send(route, request, options);
  } catch (error) {
    if (!isCode(error, 'UNAUTHORIZED') || (before === renewals && during === undefined)) throw error;
    await renewal;
    return send(route, request, options);
  }
}

/**
 * A write whose response was lost is sent again with the same key, so the person gets the response and the write is
 * executed only once (ADR 20).
 */
const safely = (options: CallOptions): CallOptions => ({
  idempotencyKey: newKey(),
  retries: { times: 2, longestPauseMs: 2_000 },
  ...options,
});

/** `crypto.randomUUID` is not used, because pages without TLS lack it. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Calls an operation. Reports a busy server to connection.ts. */
export async function send<K extends JsonId>(
  route: Route<K>,
  request: RequestOf<K>,
  options: CallOptions,
): Promise<AnswerOf<K>> {
  try {
    return await client.call(route, request, route.method === 'GET' || route.keyless ? options : safely(options));
  } catch (error) {
    if (bearer !== null && isCode(error, 'UNAUTHORIZED')) onBearerEnd();
    if (error instanceof ApiError && error.details['check'] === 'load') noteBusy(error.retryAfter ?? 1);
    throw error;
  }
}
