/**
 * Jobs that are started by a command, a job or a timer, not by an event. Continuations are defined only in the
 * features' reactions.ts, which `npm run boundaries` checks, and the recorder starts no other jobs: an undeclared job
 * cannot be queued (ADR 52).
 */
import type { JobRequest } from './queue.ts';
import type { Start } from './starts.ts';

export class Continuation<I> {
  /** The cause of the job, as shown in docs/understand/reactions.md. */
  readonly cause: string;
  // The private property makes the type nominal, so that an object with the same properties is not accepted.
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

/** @param cause what happened, as a sentence without a period: "The last signer has signed". */
export const continuation = <I>(cause: string, start: Start<I>): Continuation<I> => new Continuation(cause, start);
