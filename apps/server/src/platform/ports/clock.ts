import { readFileSync } from 'node:fs';

/** The time. Nothing else in the server reads the machine's clock. */
export interface Clock {
  now(): Date;
  /**
   * Milliseconds since some moment, by a clock that nobody sets and that goes on while the machine is suspended. A clock without
   * it is not compared with anything: a test's own.
   */
  elapsed?(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed };

/** On Linux CLOCK_BOOTTIME, by the file that tells it (proc_uptime(5)). Elsewhere Node has nothing that counts suspended time. */
function elapsed(): number {
  if (process.platform === 'linux') {
    try {
      const seconds = Number.parseFloat(readFileSync('/proc/uptime', 'latin1'));
      if (Number.isFinite(seconds)) return seconds * 1000;
    } catch {
      // Not mounted: the other clock will do.
    }
  }
  return performance.now();
}
