/**
 * Sends queued items to the collector in batches. Items that do not fit into the queue or that the collector does not
 * accept are dropped and counted. The service never waits for a collector.
 */
export type SenderOptions<T> = {
  url: string;
  headers: Readonly<Record<string, string>>;
  contentType: string;
  serialize: (items: T[]) => Uint8Array | undefined;
  onDropped: (count: number) => void;
  maxWaiting?: number;
  everyMs?: number;
};

const MAX_WAITING = 2_048;
const BATCH = 512;
const EVERY_MS = 5_000;
const LIMIT_MS = 10_000;
/** The maximum time for which unsent items can delay a server shutdown, in milliseconds. */
const LAST_MS = 800;

export class Sender<T> {
  readonly #options: SenderOptions<T>;
  #waiting: T[] = [];
  #sending: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(options: SenderOptions<T>) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), options.everyMs ?? EVERY_MS).unref();
  }

  add(item: T): void {
    if (this.#waiting.length >= (this.#options.maxWaiting ?? MAX_WAITING)) return this.#options.onDropped(1);
    this.#waiting.push(item);
    if (this.#waiting.length >= BATCH) void this.flush();
  }

  /** Sends one batch at a time, so a slow collector has at most one request from this process. Never fails. */
  flush(limitMs = LIMIT_MS): Promise<void> {
    this.#sending ??= this.#send(limitMs).finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #send(limitMs: number): Promise<void> {
    const { url, headers, contentType, serialize, onDropped } = this.#options;
    const items = this.#waiting.splice(0, BATCH);
    const body = items.length === 0 ? undefined : serialize(items);
    if (body === undefined) return;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': contentType },
        // The serializer's array may be part of a larger buffer, so only its own bytes are copied.
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) onDropped(items.length);
    } catch {
      onDropped(items.length);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush(LAST_MS);
    await this.flush(LAST_MS);
    if (this.#waiting.length > 0) this.#options.onDropped(this.#waiting.length);
    this.#waiting = [];
  }
}
