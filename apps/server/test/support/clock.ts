import type { Clock } from '../../src/platform/ports/clock.ts';

const SECOND = 1000;

/** A clock that is frozen until the test advances it, so that the test decides when something is late. */
export class TestClock implements Clock {
  #now: number;

  constructor(start = '2026-11-20T09:00:00.000Z') {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 } = by;
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * SECOND + ms;
  }
}

/**
 * Simulates a machine's clock. `advance` lets time pass, also on the monotonic clock, and `jump` only sets the clock.
 */
export class MachineClock extends TestClock {
  #elapsed = 0;

  elapsed(): number {
    return this.#elapsed;
  }

  override advance(by: Parameters<TestClock['advance']>[0]): void {
    const before = this.now().getTime();
    super.advance(by);
    this.#elapsed += this.now().getTime() - before;
  }

  /** Sets the clock forward or back by this amount. */
  jump(by: Parameters<TestClock['advance']>[0]): void {
    super.advance(by);
  }
}
