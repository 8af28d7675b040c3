import { uptime } from 'node:os';

/** Provides the time. No other code in the server reads the machine's clock. */
export interface Clock {
  now(): Date;
  /**
   * Returns milliseconds of a monotonic clock that also runs while the machine is suspended. Test clocks do not have
   * this method, so they are not compared with another clock.
   */
  elapsed?(): number;
}

/**
 * Returns the time since the machine started, including suspended time (Linux: proc_uptime(5)). On other systems, Node
 * computes the uptime from the wall clock, so `performance.now` is used, which does not count suspended time.
 */
const elapsed = (): number => (process.platform === 'linux' ? uptime() * 1000 : performance.now());

export const systemClock: Clock = { now: () => new Date(), elapsed };
