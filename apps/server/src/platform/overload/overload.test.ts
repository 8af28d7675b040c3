import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { AdaptiveLimit, UNLIMITED } from './adaptive-limit.ts';
import { LaneDelay } from './backlog.ts';
import { Overload } from './overload.ts';
import { Pace } from './pace.ts';

function stage({ isOn = true, random = 0, pickedUpWithinMs = 0 } = {}) {
  let now = 1_000_000;
  const lines: object[] = [];
  const overload = new Overload({
    isOn,
    pickedUpWithinMs,
    now: () => now,
    random: () => random,
    log: { warn: (fields) => void lines.push(fields) },
  });
  return {
    overload,
    lines,
    advance: (ms: number) => void (now += ms),
    /** Reports the given waits ten times a second, for the given time. */
    measure: (waits: { loop?: number; database?: number; workers?: number }, seconds = 1) => {
      for (let i = 0; i < seconds * 10; i += 1) {
        overload.observeWaits({ loop: 0, database: 0, workers: 0, ...waits });
        now += 100;
      }
    },
  };
}
type Work = Parameters<Overload['enter']>[0];
/** Returns how many requests are admitted before one is refused, and the error of the refused request. */
function fill(overload: Overload, work: Work, most = 100) {
  const leaves: (() => void)[] = [];
  try {
    while (leaves.length < most) leaves.push(overload.enter(work));
    return { count: leaves.length, refusal: undefined, leaves };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { count: leaves.length, refusal: error, leaves };
  }
}

/**
 * Simulates a server that processes `capacity` requests per second, one after another, and requests that arrive at
 * `rate`. Returns how many were done in the second half of the time, and their longest wait.
 */
function simulate({ capacity, rate, seconds }: { capacity: number; rate: number; seconds: number }) {
  const limit = new AdaptiveLimit(1);
  const TOLERATED_MS = 100;
  const queue: number[] = [];
  let [done, longest, credit, arrivals] = [0, 0, 0, 0];
  for (let ms = 0; ms < seconds * 1000; ms += 1) {
    arrivals += rate / 1000;
    for (; arrivals >= 1; arrivals -= 1) if (limit.enter()) queue.push(ms);
    credit = queue.length === 0 ? 0 : credit + capacity / 1000;
    for (; credit >= 1 && queue.length > 0; credit -= 1) {
      const wait = ms - (queue.shift() ?? ms);
      limit.leave();
      if (ms < (seconds * 1000) / 2) continue;
      done += 1;
      longest = Math.max(longest, wait);
    }
    if (ms % 100 === 0) limit.observe((ms - (queue[0] ?? ms)) / TOLERATED_MS);
  }
  return { doneASecond: done / (seconds / 2), longest };
}

describe('limit for a class of requests', () => {
  test.each([
    { capacity: 5000, rate: 15_000 },
    { capacity: 500, rate: 1500 },
    { capacity: 50, rate: 150 },
  ])(
    'keeps the throughput high and the queue short at three times the capacity of $capacity requests per second',
    ({ capacity, rate }) => {
      const { doneASecond, longest } = simulate({ capacity, rate, seconds: 20 });
      expect(doneASecond).toBeGreaterThan(0.9 * capacity);
      expect(longest).toBeLessThan(500);
    },
  );

  test('does not reject requests while the load is below capacity', () => {
    expect(simulate({ capacity: 500, rate: 450, seconds: 20 }).doneASecond).toBeGreaterThan(449);
  });

  test('keeps the limit after a single slow measurement, such as one during a garbage collection', () => {
    const limit = new AdaptiveLimit(1);
    for (const pressure of [0.1, 9, 0.1, 0.1, 9, 0.1]) limit.observe(pressure);
    expect(limit.limit).toBe(UNLIMITED);
  });

  test('never lowers the limit below the guaranteed number, and raises the limit soon after waiting times become short again', () => {
    const limit = new AdaptiveLimit(4);
    for (let i = 0; i < 100; i += 1) limit.observe(20);
    expect(limit.limit).toBe(4);
    for (let i = 0; i < 100; i += 1) limit.observe(0);
    expect(limit.limit).toBeGreaterThan(500);
  });
});

describe('classes of requests', () => {
  test('limits classes one after another, starting with bulk work and ending with signing', () => {
    const order: Work[] = ['bulk', 'list', 'upload', 'sending', 'everyday', 'signing'];
    for (const [loop, givesWay] of [
      [20, 0],
      [50, 2],
      [80, 3],
      [150, 4],
      [220, 5],
      [400, 6],
    ] as const) {
      const { overload, measure } = stage();
      measure({ loop }, 3);
      const refused = order.filter((work) => fill(overload, work).refusal !== undefined);
      expect(refused).toEqual(order.slice(0, givesWay));
    }
  });

  test('accepts work that needs no PDF worker while all workers are busy', () => {
    const { overload, measure } = stage();
    measure({ workers: 3000 }, 3);
    expect(fill(overload, 'upload')).toMatchObject({ count: 1, refusal: { code: 'SERVICE_UNAVAILABLE' } });
    for (const work of ['signing', 'everyday', 'none'] as const) expect(fill(overload, work).refusal).toBeUndefined();
  });

  test('always accepts health checks', () => {
    const { overload, measure } = stage();
    measure({ loop: 60_000, database: 60_000, workers: 60_000 }, 10);
    expect(fill(overload, 'none', 1000).count).toBe(1000);
  });

  test('frees a slot only once even if a request ends twice', () => {
    const { overload, measure } = stage();
    measure({ workers: 3000 }, 3);
    const [leave] = fill(overload, 'upload').leaves;
    leave?.();
    leave?.();
    expect(fill(overload, 'upload').count).toBe(1);
  });

  test('accepts all requests when load shedding is turned off', () => {
    const { overload, measure } = stage({ isOn: false });
    measure({ loop: 60_000 }, 10);
    overload.observeBacklog(100_000, { invitation: 0 });
    expect(fill(overload, 'sending').refusal).toBeUndefined();
    expect(overload.shedding).toBeUndefined();
  });
});

describe('waiting jobs', () => {
  /** Simulates waiting invitations, the oldest of which is always `age` seconds old. */
  const late = (
    { overload, advance }: ReturnType<typeof stage>,
    lane: 'seal' | 'invitation' | 'certificate',
    age: number,
  ) => {
    for (let at = 100; at <= 103; at += 0.5) {
      overload.observeBacklog(at * 1000, { [lane]: (at - age) * 1000 });
      advance(500);
    }
  };

  test('rejects send requests if invitations would be more than ten seconds late, and rejects uploads earlier', () => {
    for (const [age, sends, uploads] of [
      [1, true, true],
      [5, true, false],
      [12, false, false],
    ] as const) {
      const one = stage();
      late(one, 'invitation', age);
      expect(fill(one.overload, 'sending').refusal === undefined).toBe(sends);
      expect(fill(one.overload, 'upload').refusal === undefined).toBe(uploads);
      for (const work of ['signing', 'list'] as const) expect(fill(one.overload, work).refusal).toBeUndefined();
    }
  });

  test('rejects uploads if seals are late, and also rejects send requests if seals are even later', () => {
    for (const [age, sends, uploads] of [
      [0.3, true, true],
      [0.9, true, false],
      [2, false, false],
    ] as const) {
      const one = stage();
      late(one, 'seal', age);
      expect(fill(one.overload, 'sending').refusal === undefined).toBe(sends);
      expect(fill(one.overload, 'upload').refusal === undefined).toBe(uploads);
      expect(fill(one.overload, 'signing').refusal).toBeUndefined();
    }
  });

  test('does not treat a queue as late while a new job waits for the next regular check', () => {
    const idle = stage({ pickedUpWithinMs: 2_000 });
    // A new job becomes due every three seconds, and is claimed two seconds later.
    for (let at = 100_000; at <= 112_000; at += 500) {
      const since = at - ((at - 100_000) % 3_000);
      idle.overload.observeBacklog(at, at - since < 2_000 ? { seal: since, invitation: since } : {});
      idle.advance(500);
      expect(fill(idle.overload, 'upload').refusal).toBeUndefined();
    }
    late(idle, 'seal', 4);
    expect(fill(idle.overload, 'upload').refusal).toBeDefined();
  });

  test('rejects uploads if jobs that create certificates are delayed, but accepts send requests', () => {
    const one = stage();
    late(one, 'certificate', 200);
    expect(fill(one.overload, 'upload').refusal).toBeDefined();
    expect(fill(one.overload, 'sending').refusal).toBeUndefined();
  });

  test('expects a longer wait while a queue grows', () => {
    const lane = new LaneDelay();
    // Jobs arrive three times as fast as they are processed.
    for (let at = 0; at <= 6000; at += 500) lane.seen(at, at / 3);
    expect(lane.aheadMs).toBeCloseTo(12_000, -2);
    lane.seen(6500, undefined);
    expect(lane.aheadMs).toBe(0);
  });

  test('does not reject requests while the backlog cannot be read', () => {
    const one = stage();
    late(one, 'invitation', 60);
    expect(fill(one.overload, 'sending').refusal).toBeDefined();
    one.advance(6000);
    expect(fill(one.overload, 'sending').refusal).toBeUndefined();
  });
});

describe('rejection under overload', () => {
  test('returns a random retry time between one and two times the duration of the overload', () => {
    const waits = [0, 0.99].map((random) => {
      const { overload, measure } = stage({ random });
      measure({ loop: 1000 });
      const first = fill(overload, 'bulk').refusal?.retryAfter;
      for (let i = 0; i < 6; i += 1) {
        measure({ loop: 1000 });
        fill(overload, 'bulk');
      }
      return [first, fill(overload, 'bulk').refusal?.retryAfter];
    });
    expect(waits).toEqual([
      [1, 6],
      [2, 12],
    ]);
  });

  test('states the expected delay in the response to a rejected request', () => {
    const { overload, advance } = stage();
    for (let at = 100; at <= 103; at += 1) {
      overload.observeBacklog(at * 1000, { invitation: (at - 28) * 1000 });
      advance(1000);
    }
    expect(fill(overload, 'sending').refusal?.retryAfter).toBe(20);
  });

  test('logs rejected requests once per second and class, with their number and the reason', () => {
    const { overload, lines, measure } = stage();
    measure({ loop: 1000 }, 3);
    fill(overload, 'bulk');
    for (let i = 0; i < 5; i += 1) fill(overload, 'bulk');
    overload.report();
    overload.report();
    expect(lines).toEqual([
      expect.objectContaining({ work: 'bulk', refused: 6, because: 'too many requests are in progress', inFlight: 1 }),
    ]);
  });

  test('delays rejections in order, and sends them immediately if too many are waiting', () => {
    const pace = new Pace({ each: 2, maxWaiting: 3 });
    const told: number[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) pace.add(() => told.push(n));
    expect(told).toEqual([1, 2, 6]);
    pace.startInterval();
    expect(told).toEqual([1, 2, 6, 3, 4]);
    pace.startInterval();
    pace.add(() => told.push(7));
    expect(told).toEqual([1, 2, 6, 3, 4, 5, 7]);
  });

  test('reports an overload for several seconds, with its start', () => {
    const { overload, measure, advance } = stage();
    measure({ loop: 1000 }, 3);
    fill(overload, 'bulk');
    advance(2000);
    expect(overload.shedding).toEqual({ sinceMs: 2000 });
    advance(4000);
    expect(overload.shedding).toBeUndefined();
  });
});
