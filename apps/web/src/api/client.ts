/** The one way this app talks to the server: same origin, session cookie, JSON. */
import type { OutputOf } from '@countersign/contract';
import { noteAnswer, noteBusy, noteSilence } from './connection.ts';
import { BASE } from './environment.ts';
import { ApiError, isCode, networkFailure, parseFailure } from './errors.ts';
import { type Operations, type RoutedId, ROUTES, SHARED } from './routes.ts';
import { withProof } from './step-up.ts';

/** What a caller may write for a schema, before its defaults and transformations. */
type Written<S> = S extends { _zod: { input: infer I } } ? I : never;
type ParamsOf<O> = O extends { params: infer S } ? Written<S> : never;
type QueryOf<O> = O extends { query: infer S } ? Written<S> : never;
type BodyOf<O> = O extends { body: { kind: 'json'; schema: infer S } }
  ? Written<S>
  : O extends { body: { kind: 'multipart'; json: infer S } }
    ? Written<S> | FormData
    : O extends { body: { kind: 'multipart' } }
      ? FormData
      : never;
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : { [K in keyof Value]-?: undefined extends Value[K] ? never : K }[keyof Value] extends never
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

export type RequestOf<K extends RoutedId> = Part<'params', ParamsOf<Operations[K]>> &
  Part<'query', QueryOf<Operations[K]>> &
  Part<'body', BodyOf<Operations[K]>>;
export type AnswerOf<K extends RoutedId> = OutputOf<Operations[K]>;

type LooseRequest = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
};

/** The address of an operation in this page's environment, parameters put in and escaped. */
export function urlOf<K extends RoutedId>(id: K, request: Omit<RequestOf<K>, 'body'>): string {
  const { params = {}, query = {} } = request as LooseRequest;
  const path = ROUTES[id][1].replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value);
  }
  const base = Object.hasOwn(SHARED, id) ? '' : BASE;
  return search.size === 0 ? base + path : `${base}${path}?${search}`;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** What ends the session's token and sets another: a request that was under way then meets a 401 that means nothing. */
const RENEWS_SESSION: ReadonlySet<string> = new Set(['stepUp', 'provePasskey', 'verifyTwoFactor', 'addPasskey']);
let renewals = 0;
let renewal: Promise<void> | undefined;

/**
 * Calls an operation and answers with its parsed body. Where it asks for a recent proof, the person is asked for it.
 * @throws ApiError for every answer that is no success, and when there is none; GivenUp where the proof was not given.
 */
export function call<K extends RoutedId>(id: K, request: RequestOf<K>, signal?: AbortSignal): Promise<AnswerOf<K>> {
  return withProof(() => sendOnce(id, request, signal));
}

/**
 * Before a file is fetched by a link, which cannot ask for a proof itself: finds out whether one is wanted, and asks for it here.
 * @throws ApiError where the file is not to be had; GivenUp where the proof was not given.
 */
export function proveFor(address: string): Promise<void> {
  return withProof(async () => {
    const response = await fetch(address, { method: 'HEAD', credentials: 'same-origin' }).catch(() => {
      throw networkFailure();
    });
    // The answer to HEAD has no body; of a file of one's own, a proof is the one thing that can be lacking.
    if (response.status === 403)
      throw new ApiError({ status: 403, code: 'STEP_UP_REQUIRED', message: 'Confirm that it is you.' });
    if (!response.ok) throw parseFailure(response.status, null, response.headers);
  });
}

async function sendOnce<K extends RoutedId>(
  id: K,
  request: RequestOf<K>,
  signal: AbortSignal | undefined,
): Promise<AnswerOf<K>> {
  if (RENEWS_SESSION.has(id)) {
    renewals += 1;
    const sent = send(id, request, signal);
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
    return await send(id, request, signal);
  } catch (error) {
    if (!isCode(error, 'UNAUTHORIZED') || (before === renewals && during === undefined)) throw error;
    await renewal;
    return send(id, request, signal);
  }
}

async function send<K extends RoutedId>(
  id: K,
  request: RequestOf<K>,
  signal: AbortSignal | undefined,
): Promise<AnswerOf<K>> {
  const { body } = request as LooseRequest;
  let response: Response;
  try {
    response = await fetch(urlOf(id, request), {
      method: ROUTES[id][0],
      credentials: 'same-origin',
      // A form names its own boundary.
      headers: {
        accept: 'application/json',
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    // A cancelled query must stay a cancellation, or it would be shown as a fault.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteSilence();
    throw networkFailure();
  }
  noteAnswer();
  const answer = await readJson(response);
  if (!response.ok) {
    const failure = parseFailure(response.status, answer, response.headers);
    if (failure.details['check'] === 'load') noteBusy(failure.retryAfter ?? 1);
    throw failure;
  }
  if (answer === null) {
    throw new ApiError({
      status: response.status,
      code: 'UNREADABLE_ANSWER',
      message: 'The answer could not be read.',
    });
  }
  // The server answers by the same contract that this type comes from.
  return answer as AnswerOf<K>;
}
