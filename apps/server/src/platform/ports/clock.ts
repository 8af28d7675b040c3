import { readFileSync } from 'node:fs';

/** Provides the time. No other code in the server reads the machine's clock. */
export interface Clock {
  now(): Date;
  /**
   * Returns milliseconds of a monotonic clock that also runs while the machine is suspended. Tests omit it, so their
   * clocks are not compared with anything.
   */
  elapsed?(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed };

/**
 * Returns CLOCK_BOOTTIME on Linux, read from its file (proc_uptime(5)). On other systems, Node has no clock that counts
 * suspended time.
 */
function elapsed(): number {
  if (process.platform === 'linux') {
    try {
      const seconds = Number.parseFloat(readFileSync('/proc/uptime', 'latin1'));
      if (Number.isFinite(seconds)) return seconds * 1000;
    } catch {
      // The file is not available, so `performance.now` is used.
    }
  }
  return performance.now();
}
