/** The one way this app talks to the server: same origin, session cookie, JSON. */
import {
  type AnswerOf,
  ApiError,
  type CallOptions,
  createClient,
  errorFrom,
  isCode,
  type JsonId,
  networkError,
  type RequestOf,
  type Route,
} from '@countersign/client';
import { addPasskey, provePasskey, stepUp, verifyTwoFactor } from '@countersign/client/operations';
import { noteAnswer, noteBusy, noteSilence } from './connection.ts';
import { ENVIRONMENT } from './environment.ts';
import { withProof } from './step-up.ts';

const client = createClient({
  sandbox: ENVIRONMENT === 'sandbox',
  credentials: 'same-origin',
  // query-client.ts retries what is read.
  retries: { times: 0 },
  timeoutMs: 120_000,
  onAnswer: noteAnswer,
  onSilence: noteSilence,
});

/** The address of an operation in this page's environment. */
export const urlOf = client.url;

/** These replace the token of the session, so a request that is under way meets a 401 that means nothing. */
const RENEWS_SESSION: ReadonlySet<object> = new Set([stepUp, provePasskey, verifyTwoFactor, addPasskey]);
let renewals = 0;
let renewal: Promise<void> | undefined;

/**
 * Calls an operation and answers with its parsed body. Where it asks for a recent proof, the person is asked for it.
 * @throws ApiError for every answer that is no success, and when there is none; GivenUp where the proof was not given.
 */
export function call<K extends JsonId>(
  route: Route<K>,
  request: RequestOf<K>,
  options: AbortSignal | CallOptions = {},
): Promise<AnswerOf<K>> {
  const how = options instanceof AbortSignal ? { signal: options } : options;
  return withProof(() => sendOnce(route, request, how));
}

/**
 * Before a file is fetched by a link, which cannot ask for a proof itself: finds out whether one is wanted, and asks for it here.
 * @throws ApiError where the file is not to be had; GivenUp where the proof was not given.
 */
export function proveFor(address: string): Promise<void> {
  return withProof(async () => {
    const response = await fetch(address, { method: 'HEAD', credentials: 'same-origin' }).catch((cause: unknown) => {
      throw networkError(cause);
    });
    // The answer to HEAD has no body; of a file of one's own, a proof is the one thing that can be lacking.
    if (response.status === 403)
      throw new ApiError({ status: 403, code: 'STEP_UP_REQUIRED', message: 'Confirm that it is you.' });
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

/** Calls an operation once. A busy server is reported to connection.ts. */
export async function send<K extends JsonId>(
  route: Route<K>,
  request: RequestOf<K>,
  options: CallOptions,
): Promise<AnswerOf<K>> {
  try {
    return await client.call(route, request, options);
  } catch (error) {
    if (error instanceof ApiError && error.details['check'] === 'load') noteBusy(error.retryAfter ?? 1);
    throw error;
  }
}
