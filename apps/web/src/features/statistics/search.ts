/** The URL parameters of the statistics page, and the resulting request. */
import type { StatisticsRange } from './queries.ts';

const BUCKETS = ['hour', 'day', 'week', 'month'] as const;
export type Bucket = (typeof BUCKETS)[number];
/** `from` and `until` are days, and both are included. */
export type StatisticsSearch = { of?: 'me'; by?: Bucket; from?: string; until?: string };

const DAY_MS = 86_400_000;
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && dayAfter(value, 0) === value;

function dayAfter(day: string, days: number): string | undefined {
  const at = new Date(`${day}T00:00:00Z`).getTime();
  return Number.isNaN(at) ? undefined : new Date(at + days * DAY_MS).toISOString().slice(0, 10);
}

export function parseStatisticsSearch(search: Record<string, unknown>): StatisticsSearch {
  const { of, by, from, until } = search;
  const bucket = BUCKETS.find((one) => one === by);
  return {
    ...(of === 'me' && { of }),
    ...(bucket && { by: bucket }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
  };
}

/** The server expects a range whose end is exclusive. */
export function rangeOf({ by, from, until }: StatisticsSearch, timeZone: string): StatisticsRange {
  const to = until === undefined ? undefined : dayAfter(until, 1);
  return { bucket: by ?? 'day', timeZone, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
