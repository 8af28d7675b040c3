/**
 * Estimates how long accepted work will wait. Only the oldest due job of each queue is read. Every process therefore
 * gets the same result, regardless of which process does the work, and the cost does not depend on the length of the
 * queue.
 *
 * The age of the oldest job shows how long jobs at the front have waited. New jobs wait longer while the queue grows.
 * If the oldest job became due three seconds later than the job that was oldest three seconds ago, the queue is stable.
 * If it became due only one second later, the jobs that arrive within one second take three seconds to process, and the
 * expected wait is three times the age.
 */

const WINDOW_MS = 3_000;
/**
 * The maximum factor by which the age is multiplied. A queue that stands still for a moment may continue at any time.
 */
const MAX_TIMES = 3;
/** The maximum number of samples. Without it, samples would pile up when the clock stops or goes back. */
const MAX_SAMPLES = 20;

type Sample = { readonly at: number; readonly oldest: number };

export class LaneDelay {
  #samples: Sample[] = [];

  /** @param oldest when the oldest due job became due, in milliseconds like `at`; undefined if none waits */
  seen(at: number, oldest: number | undefined): void {
    this.#samples = this.#samples.filter((sample) => sample.at > at - WINDOW_MS - 1).slice(-MAX_SAMPLES);
    this.#samples.push({ at, oldest: Math.min(at, oldest ?? at) });
  }

  /** The expected time in milliseconds until a new job starts. */
  get aheadMs(): number {
    const [first, last] = [this.#samples.at(0), this.#samples.at(-1)];
    if (first === undefined || last === undefined) return 0;
    const age = last.at - last.oldest;
    const passed = last.at - first.at;
    // After the first reading, only the age is known, and not how it changes.
    if (passed === 0) return age;
    const pace = (last.oldest - first.oldest) / passed;
    return age / Math.min(1, Math.max(1 / MAX_TIMES, pace));
  }
}
