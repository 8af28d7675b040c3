/** Sends the requests of the SDK's resources to the server. */
import { type CallOptions as ClientOptions, createClient, withProgress } from '@countersign/client';
import { type FileInput, formOf, type OpenFile } from './files.ts';
import { countSent } from './progress.ts';

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call. The promise rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Makes it safe to repeat this call, even after your program restarts. By default, each write has a random key. */
  idempotencyKey?: string | undefined;
  /** The time limit of one attempt in milliseconds. */
  timeoutMs?: number | undefined;
  /** The number of retries. Defaults to 2. */
  maxRetries?: number | undefined;
}

/** Options of a call that sends a file. */
export interface UploadOptions extends CallOptions {
  /** Called with the share of the request that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Method and path of an operation. */
export interface Operation {
  readonly method: string;
  readonly path: string;
}

/** The path parameters, query and body of a request. */
export interface Request {
  params?: Readonly<Record<string, string>>;
  query?: object | undefined;
  body?: unknown;
}

/** The ways in which the SDK's resources can call the server. */
export interface Api {
  call<T>(operation: Operation, request: Request, options?: CallOptions): Promise<T>;
  file(operation: Operation, request: Request, options?: CallOptions): Promise<Blob>;
  upload<T>(operation: Operation, request: Request, options?: UploadOptions): Promise<T>;
  /** Opens an event stream that starts after `lastEventId`. */
  stream(operation: Operation, request: Request, signal: AbortSignal, lastEventId?: string): Promise<Response>;
}

export interface ApiOptions {
  baseUrl: string;
  sandbox: boolean;
  timeoutMs: number | undefined;
  maxRetries: number | undefined;
  fetch: typeof fetch | undefined;
  openFile: OpenFile;
  headers: () => Readonly<Record<string, string>>;
}

/**
 * The client's types come from the contract. The SDK's types come from the OpenAPI description, which is generated from
 * the same contract.
 */
type Untyped = {
  call(operation: Operation, request: Request, options: ClientOptions): Promise<unknown>;
  file(operation: Operation, request: Request, options: ClientOptions): Promise<Blob>;
  send(operation: Operation, request: Request, options: ClientOptions): Promise<Response>;
};

export function createApi({ baseUrl, sandbox, timeoutMs, maxRetries, fetch, openFile, headers }: ApiOptions): Api {
  const client = createClient({
    baseUrl,
    sandbox,
    version: 'v1',
    headers,
    idempotencyKey: () => crypto.randomUUID(),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxRetries !== undefined && { retries: { times: maxRetries } }),
    ...(fetch && { fetch }),
  }) as unknown as Untyped;
  return {
    call: (operation, request, options) => client.call(operation, request, clientOptions(options)) as Promise<never>,
    file: (operation, request, options) => client.file(operation, request, clientOptions(options)),
    upload: async (operation, { body, ...request }, options = {}) => {
      const form = await formOf(body as { file?: FileInput }, openFile);
      const { onProgress } = options;
      const sent = onProgress && (isBrowser() ? withProgress(onProgress) : countSent(onProgress, fetch));
      return client.call(
        operation,
        { ...request, body: form },
        { ...clientOptions(options), ...(sent && { fetch: sent }) },
      ) as Promise<never>;
    },
    stream: (operation, request, signal, lastEventId) =>
      client.send(operation, request, {
        signal,
        headers: { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
      }),
  };
}

/** Browsers report upload progress only for XMLHttpRequest. */
const isBrowser = (): boolean => 'XMLHttpRequest' in globalThis;

function clientOptions({ signal, idempotencyKey, timeoutMs, maxRetries }: CallOptions = {}): ClientOptions {
  return {
    ...(signal && { signal }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxRetries !== undefined && { retries: { times: maxRetries } }),
  };
}
