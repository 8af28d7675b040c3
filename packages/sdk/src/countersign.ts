import * as routes from '@countersign/client/operations';
import { type Api, createApi } from './api.ts';
import { Documents } from './documents.ts';
import { listen, type ListenOptions, type LiveEvent } from './events.ts';
import { ResourceGroups } from './generated/resources.ts';
import { openFile } from './open-file.ts';
import { unwrapWebhook } from './webhooks.ts';

/** The options of a client. */
export interface CountersignOptions {
  /** An API key. Defaults to the `COUNTERSIGN_API_KEY` environment variable. */
  apiKey?: string | undefined;
  /** The URL of the installation. Defaults to the `COUNTERSIGN_URL` environment variable. */
  baseUrl?: string | undefined;
  /** Uses the organization's sandbox, where e-mails stay in a mailbox and documents are not legally binding. */
  sandbox?: boolean | undefined;
  /** The time limit of one attempt in milliseconds. Defaults to 60,000. The limit for uploads is 30 minutes. */
  timeoutMs?: number | undefined;
  /** The number of retries. Defaults to 2. Retrying is safe, because each write has an idempotency key. */
  maxRetries?: number | undefined;
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: typeof fetch | undefined;
}

/**
 * The client of one installation and one API key. No request is sent until a method is called.
 *
 * const countersign = new Countersign({ apiKey, baseUrl: 'https://sign.example.com' });
 *
 * @throws TypeError if the API key or the URL is missing
 */
export class Countersign extends ResourceGroups {
  readonly documents: Documents;
  readonly events: {
    /** Yields the organization's events as they happen. */
    listen(options?: ListenOptions): AsyncGenerator<LiveEvent, void>;
    /** Yields the events of one document as they happen. */
    listenToDocument(documentId: string, options?: ListenOptions): AsyncGenerator<LiveEvent, void>;
  };
  /** Verifies a webhook request, and returns its event. */
  readonly unwrapWebhook: typeof unwrapWebhook = unwrapWebhook;

  constructor(options: CountersignOptions = {}) {
    const apiKey = options.apiKey ?? environment('COUNTERSIGN_API_KEY');
    const baseUrl = options.baseUrl ?? environment('COUNTERSIGN_URL');
    if (!apiKey) throw new TypeError('The API key is missing. Pass `apiKey`, or set COUNTERSIGN_API_KEY.');
    if (!baseUrl) throw new TypeError('The base URL is missing. Pass `baseUrl`, or set COUNTERSIGN_URL.');
    const api: Api = createApi({
      baseUrl: new URL(baseUrl).origin,
      sandbox: options.sandbox ?? false,
      timeoutMs: options.timeoutMs,
      maxRetries: options.maxRetries,
      fetch: options.fetch,
      openFile,
      headers: () => ({ authorization: `Bearer ${apiKey}` }),
    });
    super(api);
    this.documents = new Documents(api);
    this.events = {
      listen: (how) => listen(api, routes.streamEvents, {}, how),
      listenToDocument: (id, how) => listen(api, routes.streamDocumentEvents, { id }, how),
    };
  }
}

/** Returns an environment variable. Returns undefined in browsers, which have no environment. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
