/**
 * Limits how many files from anonymous callers are verified. Signers use the same worker threads, so files are verified
 * one at a time. Waiting files take disk space, so only a few may wait.
 */
import { AppError } from '../../platform/errors.ts';

const AT_ONCE = 24;
const AT_ONCE_EACH = 3;
/** The maximum number of files that have been received completely but not verified yet. */
const WAITING = 8;
const RETRY_SECONDS = 10;

export class VerificationQueue {
  readonly #inside = new Map<string, number>();
  #total = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs `visit`, during which the caller's file counts as queued. Throws RATE_LIMIT_EXCEEDED if the caller already has
   * too many files in the queue, and SERVICE_UNAVAILABLE if the queue is full.
   */
  async admit<Result>(who: string, visit: () => Promise<Result>): Promise<Result> {
    const own = this.#inside.get(who) ?? 0;
    if (own >= AT_ONCE_EACH)
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        { atOnce: AT_ONCE_EACH, retryAfterSeconds: RETRY_SECONDS },
        {
          message: `You can verify at most ${AT_ONCE_EACH} files at a time. Wait for the others to finish.`,
          retryAfter: RETRY_SECONDS,
        },
      );
    if (this.#total >= AT_ONCE) throw full();
    this.#inside.set(who, own + 1);
    this.#total += 1;
    try {
      return await visit();
    } finally {
      this.#total -= 1;
      const left = (this.#inside.get(who) ?? 1) - 1;
      if (left === 0) this.#inside.delete(who);
      else this.#inside.set(who, left);
    }
  }

  /** Runs `judge` when all earlier files are done. Throws SERVICE_UNAVAILABLE if too many files are waiting. */
  async run<Result>(judge: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= WAITING) throw full();
    this.#waiting += 1;
    const mine = this.#last.then(judge).finally(() => (this.#waiting -= 1));
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

const full = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    {},
    { message: 'Too many files are being verified at the moment. Try again shortly.', retryAfter: RETRY_SECONDS },
  );
