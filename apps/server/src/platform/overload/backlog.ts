/**
 * How long accepted work will wait. Of each lane only the oldest job that is due is looked up, so that every process sees the same
 * whoever does the work, and a look costs the same however long the line is.
 *
 * How old the oldest job is says what those in front have waited. Who joins now waits longer while the line grows: when the oldest
 * job was made three seconds later than three seconds ago, the line keeps pace; when only one second later, three seconds of work come
 * in with each second that is worked off, and the wait ahead is three times the age.
 */

/** Time over which progress is judged. */
const WINDOW_MS = 3_000;
/** No more than so many times the age: what stood still for a moment may go on the next. */
const MOST_TIMES = 3;
/** A clock that stands still, or goes back, must not let them grow. */
const MOST_SAMPLES = 20;

type Sample = { readonly at: number; readonly oldest: number };

export class LaneDelay {
  #samples: Sample[] = [];

  /** @param oldest when the oldest job that is due became due, in milliseconds like `at`; undefined when none waits */
  seen(at: number, oldest: number | undefined): void {
    this.#samples = this.#samples.filter((sample) => sample.at > at - WINDOW_MS - 1).slice(-MOST_SAMPLES);
    this.#samples.push({ at, oldest: Math.min(at, oldest ?? at) });
  }

  /** In how many milliseconds work that joins the line now is likely to be begun. */
  get aheadMs(): number {
    const [first, last] = [this.#samples.at(0), this.#samples.at(-1)];
    if (first === undefined || last === undefined) return 0;
    const age = last.at - last.oldest;
    const passed = last.at - first.at;
    // A first look says only how old the work is.
    if (passed === 0) return age;
    const pace = (last.oldest - first.oldest) / passed;
    return age / Math.min(1, Math.max(1 / MOST_TIMES, pace));
  }
}
