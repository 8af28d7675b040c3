/** Repeats requests whose failure may pass by itself, with growing random pauses (full jitter), so that clients do not come back together. */
import { setTimeout as delay } from 'node:timers/promises';

export type RetryOptions = {
  /** Attempts at most, the first one included. */
  readonly tries: number;
  /** Milliseconds that the first pause is shorter than; each further one may be twice as long, up to `maxPauseMs`. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
  /** The moment (`performance.now()`) after which no attempt begins. Asked again after each failure. */
  readonly until: (failure?: unknown) => number;
  readonly isPassing: (failure: unknown) => boolean;
};

/** @param work one attempt, counted from 1, which has to end by `deadline` (`performance.now()`) @throws the last failure */
export async function withRetries<Result>(
  { tries, pauseMs, maxPauseMs, until, isPassing }: RetryOptions,
  work: (attempt: number, deadline: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1, deadline = until(); ; attempt += 1) {
    try {
      return await work(attempt, deadline);
    } catch (failure) {
      deadline = until(failure);
      const pause = Math.random() * Math.min(maxPauseMs, pauseMs * 2 ** (attempt - 1));
      if (!isPassing(failure) || attempt >= tries || performance.now() + pause >= deadline) throw failure;
      await delay(pause);
    }
  }
}
