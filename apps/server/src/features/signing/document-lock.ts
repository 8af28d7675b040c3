/**
 * Serializes the signers of a document within this process, so that they never build colliding revisions. Between
 * processes, the revision number decides at commit which of them succeeds. Waiting ends after a timeout so that no
 * request hangs.
 */
import { AppError } from '../../platform/errors.ts';

const WAIT_MS = 10_000;

export class DocumentLock {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs `work` after all earlier callers for this key. Throws SERVICE_UNAVAILABLE if the wait is too long. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    let release: () => void = () => {};
    const mine = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tail = before ? before.then(() => mine) : mine;
    this.#tails.set(key, tail);
    try {
      if (before) await withTimeout(before, WAIT_MS);
      return await work();
    } finally {
      release();
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}

async function withTimeout(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new AppError(
            'SERVICE_UNAVAILABLE',
            {},
            { message: 'Someone else is signing this document. Try again shortly.', retryAfter: 2 },
          ),
        ),
      ms,
    );
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
