/**
 * Retries requests after temporary failures, with growing random pauses (full jitter), so that clients do not retry in
 * sync.
 */
import { setTimeout as delay } from 'node:timers/promises';

export type RetryOptions = {
  /** The maximum number of attempts, including the first. */
  readonly tries: number;
  /** Upper limit of the first pause in milliseconds. It doubles for each further pause, up to `maxPauseMs`. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
  /** Returns the time (`performance.now()`) after which no attempt starts. Evaluated again after each failure. */
  readonly until: (failure?: unknown) => number;
  readonly isPassing: (failure: unknown) => boolean;
};

/**
 * @param work makes one attempt. The first attempt is number 1. Each attempt must end by `deadline`
 * (`performance.now()`). @throws the last failure
 */
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
