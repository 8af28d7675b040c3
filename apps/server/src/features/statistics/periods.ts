/** Periods of UTC that figures are kept by, and how a range of any time zone is put together from them. */

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A quarter of an hour, an hour, a day and a month of UTC. */
export const GRAINS = [0, 1, 2, 3] as const;
export type Grain = (typeof GRAINS)[number];

const LENGTHS: Record<0 | 1 | 2, number> = { 0: QUARTER_MS, 1: HOUR_MS, 2: DAY_MS };

/** The start of the period in which something happened. */
export function startOf(grain: Grain, at: Date): Date {
  if (grain === 3) return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
  const length = LENGTHS[grain];
  return new Date(Math.floor(at.getTime() / length) * length);
}

function nextAfter(grain: Grain, start: Date): Date {
  if (grain === 3) return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  return new Date(start.getTime() + LENGTHS[grain]);
}

/** From and to are on a quarter of an hour; `to` is not in it. */
export type Range = { from: Date; to: Date };
export type Segment = Range & { grain: Grain };

/** The range as the fewest periods: neighbours of one length are one segment. */
export function segmentsOf({ from, to }: Range): Segment[] {
  const segments: Segment[] = [];
  let at = from;
  while (at < to) {
    const grain = widestAt(at, to);
    const end = nextAfter(grain, at);
    const last = segments.at(-1);
    if (last?.grain === grain) last.to = end;
    else segments.push({ grain, from: at, to: end });
    at = end;
  }
  return segments;
}

function widestAt(at: Date, to: Date): Grain {
  const fits = (grain: Grain) => startOf(grain, at).getTime() === at.getTime() && nextAfter(grain, at) <= to;
  return ([3, 2, 1] as const).find(fits) ?? 0;
}
