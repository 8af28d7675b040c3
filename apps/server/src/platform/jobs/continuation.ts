/**
 * How a job starts that no event starts: a command, a job or a timer goes on with it. Continuations are made in the features'
 * reactions.ts alone, which `npm run boundaries` sees to, and the recorder starts nothing else: what is not declared cannot be queued
 * (ADR 52).
 */
import type { JobRequest } from './queue.ts';
import type { Start } from './starts.ts';

export class Continuation<I> {
  /** What has happened when it starts, as docs/understand/reactions.md says it. */
  readonly cause: string;
  // Private, so that no object that merely looks like one is taken for one.
  readonly #start: Start<I>;

  constructor(cause: string, start: Start<I>) {
    this.cause = cause;
    this.#start = start;
  }

  get job(): Start<I>['job'] {
    return this.#start.job;
  }

  get mail(): string | undefined {
    return this.#start.mail;
  }

  requests(input: I): readonly JobRequest[] {
    return this.#start.requests(input);
  }
}

/** @param cause what has happened, as a sentence without a full stop: "The last signer has signed". */
export const continuation = <I>(cause: string, start: Start<I>): Continuation<I> => new Continuation(cause, start);
