import type { OperationId } from '@countersign/contract';
import { ApiError, errorFrom, networkError, timeoutError, unreadable } from './errors.ts';
import { type Target, urlOf } from './request.ts';
import { pause, pauseBefore, type Retries } from './retry.ts';
import type { AnswerOf, AnyRequest, FileId, JsonId, RequestOf, Route } from './route.ts';

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The server's address, the credential, and the retry settings. */
export type ClientOptions = Partial<Target> & {
  /** Defaults to `omit`, which means that cookies are neither sent nor stored. */
  credentials?: 'omit' | 'same-origin' | 'include';
  /** Called for each request, because credentials can change. */
  headers?: () => Readonly<Record<string, string>>;
  /** Creates an Idempotency-Key for each write, which makes it safe to retry writes. */
  idempotencyKey?: () => string;
  /**
   * The time limit for one attempt. Defaults to 60 seconds. Forms always get 30 minutes, because they contain a file.
   */
  timeoutMs?: number;
  /** Defaults to two retries with pauses of at most 20 seconds. */
  retries?: Partial<Retries>;
  /** Use `no-store` to keep responses out of the browser's cache. */
  cache?: 'default' | 'no-store';
  fetch?: Fetch;
  /** Called for every response, regardless of its status. */
  onAnswer?: (response: Response) => void;
  /** Called if there was no response, or if it was interrupted. */
  onSilence?: () => void;
};

/** Returns the request header for a bearer token. Never throws. */
export const bearerHeaders = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** Options of a single call, which override the client's options. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
  retries?: Partial<Retries>;
  /** A replacement for `fetch` in this call, such as `withProgress` for an upload. */
  fetch?: Fetch;
};

/** Every method throws an ApiError if the call fails. If the signal is aborted, methods throw the signal's reason. */
export type Client = {
  /** Returns the URL of an operation, for links, images and event streams. */
  readonly url: <K extends OperationId>(route: Route<K>, request: Omit<RequestOf<K>, 'body'>) => string;
  /** Calls an operation that returns JSON. */
  readonly call: <K extends JsonId>(
    route: Route<K>,
    request: RequestOf<K>,
    options?: CallOptions,
  ) => Promise<AnswerOf<K>>;
  /** Calls an operation that returns a file. */
  readonly file: <K extends FileId>(route: Route<K>, request: RequestOf<K>, options?: CallOptions) => Promise<Blob>;
  /** Calls any operation without reading the response body. The timeout covers only the headers. */
  readonly send: <K extends OperationId>(
    route: Route<K>,
    request: RequestOf<K>,
    options?: CallOptions,
  ) => Promise<Response>;
};

const TIMEOUT_MS = 60_000;
/** At 250 kbit/s, uploading 50 MB takes 27 minutes. */
const UPLOAD_TIMEOUT_MS = 1_800_000;
const RETRIES: Retries = { times: 2, longestPauseMs: 20_000, unanswered: true };

/**
 * Creates a client. No request is sent until a method is called. Never throws.
 *
 * const client = createClient({ baseUrl, headers: () => ({ authorization: `Bearer ${key}` }) }); const { document } =
 * await client.call(getDocument, { params: { id } });
 */
export function createClient(options: ClientOptions = {}): Client {
  const { onAnswer, onSilence, headers, cache, credentials = 'omit' } = options;
  const retries = { ...RETRIES, ...options.retries };
  const target: Target = { baseUrl: '', ...options };

  /** Makes one attempt. The timeout also covers reading the response. */
  async function once<T>(
    route: Route,
    request: AnyRequest,
    { signal, timeoutMs, ...call }: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const url = urlOf(route, request, target);
    const { body } = request;
    const isForm = body instanceof FormData;
    const ms = timeoutMs ?? (isForm ? UPLOAD_TIMEOUT_MS : (options.timeoutMs ?? TIMEOUT_MS));
    const abort = new AbortController();
    const stop = () => abort.abort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, ms);
    // AbortSignal.any is not used because phones from before 2024 do not support it.
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
    const init: RequestInit = {
      method: route.method,
      credentials,
      headers: {
        accept: 'application/json',
        ...headers?.(),
        // The browser sets the content type of a form, because the type contains the boundary.
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
        ...call.headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(cache && { cache }),
      signal: abort.signal,
    };
    try {
      const response = await (call.fetch ?? options.fetch ?? fetch)(url, init);
      onAnswer?.(response);
      if (!response.ok) throw errorFrom(response.status, await response.json().catch(() => null), response.headers);
      return await read(response);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (!isLate && !isSilence(error)) throw error;
      onSilence?.();
      throw isLate ? timeoutError(ms) : networkError(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  async function exchange<T>(
    route: Route,
    request: AnyRequest,
    call: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const takesKey = route.method !== 'GET' && !route.keyless;
    const key = takesKey ? (call.idempotencyKey ?? options.idempotencyKey?.()) : undefined;
    const keyed = key === undefined ? call : { ...call, idempotencyKey: key };
    const own = { ...retries, ...call.retries };
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(route, request, keyed, read);
      } catch (error) {
        // Reads have no side effects, and a write with an idempotency key is executed only once, even if it is sent
        // several times (ADR 20).
        const isSafe = route.method === 'GET' || key !== undefined;
        const ms = isSafe ? pauseBefore(error, tries, own) : null;
        if (ms === null) throw route.method === 'GET' ? error : withOutcome(error);
        await pause(ms, call.signal);
      }
    }
  }

  return {
    url: (route, request) => urlOf(route, request, target),
    call: <K extends JsonId>(route: Route<K>, request: RequestOf<K>, call: CallOptions = {}) =>
      // The cast is safe, because the server's responses follow the same contract.
      exchange(route as Route, request as AnyRequest, call, readJson) as Promise<AnswerOf<K>>,
    file: (route, request, call = {}) =>
      exchange(
        route as Route,
        request as AnyRequest,
        { ...call, headers: { accept: '*/*', ...call.headers } },
        (answer) => answer.blob(),
      ),
    send: (route, request, call = {}) =>
      exchange(route as Route, request as AnyRequest, call, (answer) => Promise.resolve(answer)),
  };
}

/**
 * Marks the error of a write whose response was lost. An error page from a proxy does not reveal whether the server
 * executed the write.
 */
function withOutcome(error: unknown): unknown {
  const isLost = error instanceof ApiError && (error.status === 0 || error.code === 'UNREADABLE_ANSWER');
  return isLost ? Object.assign(error, { isOutcomeUnknown: true }) : error;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable({ status: response.status, requestId: response.headers.get('x-request-id') });
  }
}

/**
 * Whether an error means that there was no response, or that the response was interrupted. Browsers use different error
 * types for these cases.
 */
const isSilence = (error: unknown): boolean =>
  !(error instanceof ApiError) && !(error instanceof Error && error.name === 'AbortError');
