/** Parses the range of a statistics request. */
import type { InputOf, operations } from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import type { Range } from './periods.ts';
import { type Bucket, MAX_BUCKETS, Zone } from './time-zone.ts';

export type Query = InputOf<(typeof operations)['getStatistics']>['query'];
export type Asked = { bucket: Bucket; timeZone: string; buckets: readonly Range[] };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const USUAL_MS: Record<Bucket, number> = {
  hour: 48 * HOUR_MS,
  day: 30 * DAY_MS,
  week: 26 * 7 * DAY_MS,
  month: 365 * DAY_MS,
};

/** Throws a ValidationError that names the parameter. */
export function readRange({ from, to, bucket }: Query, timeZone: string, now: Date): Asked {
  const zone = zoneOf(timeZone);
  const end = to === undefined ? now : momentIn(zone, to);
  const start = from === undefined ? new Date(end.getTime() - USUAL_MS[bucket]) : momentIn(zone, from);
  if (start >= end) throw invalid(from === undefined ? 'to' : 'from', 'must be before the end of the range');
  const buckets = zone.buckets(bucket, { from: start, to: end });
  if (buckets.length > MAX_BUCKETS)
    throw invalid('from', `covers more than ${MAX_BUCKETS} buckets. Choose a longer bucket or a shorter range`);
  return { bucket, timeZone, buckets };
}

function zoneOf(name: string): Zone {
  try {
    return new Zone(name);
  } catch {
    throw invalid('timeZone', 'must be a time zone such as Europe/Berlin');
  }
}

function momentIn(zone: Zone, text: string): Date {
  if (text.length > 10) return new Date(text);
  const day = new Date(text);
  return zone.startOf({ year: day.getUTCFullYear(), month: day.getUTCMonth(), day: day.getUTCDate() });
}
