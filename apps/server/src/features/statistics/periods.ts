/** The stored periods in UTC. Together, they cover a range in any time zone. */

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The lengths of periods: a quarter of an hour, an hour, a day and a month in UTC. */
export const GRAINS = [0, 1, 2, 3] as const;
export type Grain = (typeof GRAINS)[number];

const LENGTHS: Record<0 | 1 | 2, number> = { 0: QUARTER_MS, 1: HOUR_MS, 2: DAY_MS };

export function startOf(grain: Grain, at: Date): Date {
  if (grain === 3) return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
  const length = LENGTHS[grain];
  return new Date(Math.floor(at.getTime() / length) * length);
}

/** A range. `from` and `to` are multiples of a quarter of an hour, and `to` is exclusive. */
export type Range = { from: Date; to: Date };
/** Adjacent periods of one length. If the sign is -1, they are subtracted. */
export type Segment = Range & { grain: Grain; sign: 1 | -1 };

/**
 * Splits a range into as few stored periods as possible. Periods can also be subtracted: a day in Berlin is the UTC day
 * plus the hour before it, minus its last hour, which is three periods instead of twenty-four.
 */
export function segmentsOf({ from, to }: Range): Segment[] {
  if (from >= to) return [];
  const ways = GRAINS.map((grain) => wayBy(grain, from.getTime(), to.getTime()));
  return ways.reduce((best, way) => (way.periods < best.periods ? way : best)).segments;
}

type Way = { periods: number; segments: Segment[] };

/** Covers the range with periods of one length, and corrects both ends with shorter periods. */
function wayBy(grain: Grain, from: number, to: number): Way {
  const way: Way = { periods: 0, segments: [] };
  const add = (one: Grain, start: number, end: number, sign: 1 | -1): void => {
    if (start === end) return;
    const periods = one === 3 ? monthsBetween(start, end) : Math.abs(end - start) / LENGTHS[one];
    way.periods += periods;
    const isForward = start < end;
    const [first, last] = isForward ? [start, end] : [end, start];
    way.segments.push({
      grain: one,
      from: new Date(first),
      to: new Date(last),
      sign: isForward === (sign === 1) ? 1 : -1,
    });
  };
  add(grain, nearest(grain, from), nearest(grain, to), 1);
  for (const [end, sign] of [
    [from, -1],
    [to, 1],
  ] as const)
    for (const shorter of GRAINS.filter((one) => one < grain).toReversed())
      add(shorter, nearest(longerOf(shorter), end), nearest(shorter, end), sign);
  return way;
}

const longerOf = (grain: Grain): Grain => GRAINS.find((one) => one > grain) ?? grain;

function nearest(grain: Grain, at: number): number {
  if (grain !== 3) return Math.round(at / LENGTHS[grain]) * LENGTHS[grain];
  const before = startOf(3, new Date(at));
  const after = Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1);
  return at - before.getTime() < after - at ? before.getTime() : after;
}

function monthsBetween(one: number, other: number): number {
  const [a, b] = [new Date(one), new Date(other)];
  return Math.abs((b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth());
}
