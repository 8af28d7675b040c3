/**
 * Reports when the event loop was blocked, and which requests were running, since one of them caused it. A timer that
 * fires late shows that the loop was blocked. Requests are recorded when they begin and end, so no context needs to be
 * passed along.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const TICK_MS = 250;
const BLOCKED_MS = 1000;
const MAX_LISTED = 20;

type Noted = { requestId: string; route: string; isOver: boolean };

export class BlockWatch {
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #now: () => number;
  readonly #requests = new Map<string, Noted>();
  #last: number;

  constructor(log: Pick<FastifyBaseLogger, 'warn'>, now: () => number) {
    this.#log = log;
    this.#now = now;
    this.#last = now();
  }

  began(requestId: string, route: string): void {
    this.#requests.set(requestId, { requestId, route, isOver: false });
  }

  /**
   * Removes a request at the next tick, because the request that blocked the loop may have finished before the timer
   * runs.
   */
  ended(requestId: string): void {
    const request = this.#requests.get(requestId);
    if (request) request.isOver = true;
  }

  get size(): number {
    return this.#requests.size;
  }

  tick(): void {
    const now = this.#now();
    const blockedMs = Math.round(now - this.#last - TICK_MS);
    this.#last = now;
    if (blockedMs > BLOCKED_MS) {
      const operations = [...this.#requests.values()].map(({ requestId, route }) => ({ requestId, route }));
      this.#log.warn(
        { blockedMs, operations: operations.slice(0, MAX_LISTED), count: operations.length },
        'the event loop was blocked',
      );
    }
    for (const [id, { isOver }] of this.#requests) if (isOver) this.#requests.delete(id);
  }
}

export function watchEventLoop(app: FastifyInstance): BlockWatch {
  const watch = new BlockWatch(app.log, () => performance.now());
  app.addHook('onRequest', ({ id, method, routeOptions }, { raw }, done) => {
    // The log contains the route's pattern, never its path, because paths of files and links are credentials.
    watch.began(id, `${method} ${routeOptions.url ?? 'none'}`);
    // The `close` event is used instead of the hook onResponse, which is not called if the client disconnects first.
    raw.once('close', () => watch.ended(id));
    done();
  });
  const timer = setInterval(() => watch.tick(), TICK_MS);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return watch;
}
