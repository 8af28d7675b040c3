/** Asks all processes of this machine a question, through the supervisor. */
import { setTimeout as delay } from 'node:timers/promises';

/** A question to all processes. Each process responds with a string. */
export type Topic = 'metrics' | 'health' | 'start';
export type Answer = { readonly process: string; readonly text: string };

/** The time limit for responses. A process that hangs must not delay the responses of the others for long. */
const ANSWER_LIMIT_MS = 1_000;
/** The time for which responses are reused, because the health check is public and has no rate limit. */
const REMEMBER_MS = 500;

/** Runs in the supervisor, and collects the responses to one question. */
export class Collection {
  readonly #waiting: Set<string>;
  readonly #answers: Answer[];
  readonly #done = Promise.withResolvers<void>();

  /** @param processes the processes to ask; @param known responses that are already known */
  constructor(processes: readonly string[], known: readonly Answer[] = []) {
    this.#waiting = new Set(processes);
    this.#answers = [...known];
    if (this.#waiting.size === 0) this.#done.resolve();
  }

  add(answer: Answer): void {
    if (this.#waiting.has(answer.process)) this.#answers.push(answer);
    this.drop(answer.process);
  }

  drop(process: string): void {
    this.#waiting.delete(process);
    if (this.#waiting.size === 0) this.#done.resolve();
  }

  /** Returns the responses. Leaves out processes that did not respond in time. */
  async answers(): Promise<readonly Answer[]> {
    const limit = new AbortController();
    await Promise.race([
      this.#done.promise,
      delay(ANSWER_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => {}),
    ]);
    limit.abort();
    return this.#answers;
  }
}

/** Caches responses, so that requests within a short time share them. */
export function remembering(ask: () => Promise<readonly Answer[]>): () => Promise<readonly Answer[]> {
  let last: { at: number; answers: Promise<readonly Answer[]> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > REMEMBER_MS) last = { at: now, answers: ask() };
    return last.answers;
  };
}
