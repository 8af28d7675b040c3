/** Compares a period with the previous one, in sentences. */
import type { Analytics, StatisticsRange } from './queries.ts';
import { count, duration, share } from './words.ts';
import { m } from './texts.ts';

type Totals = Pick<Analytics['totals'], 'sent' | 'completionRate' | 'medianSecondsToComplete'>;

type Period = Pick<Analytics, 'from' | 'to' | 'bucket' | 'timeZone'> & { series: readonly unknown[] };

/**
 * Returns the preceding range with the same number of buckets. Buckets are counted, because days and months differ in
 * length.
 */
export function rangeBefore({ from, to, bucket, timeZone, series }: Period): StatisticsRange {
  const range = { bucket, timeZone, to: from };
  if (bucket === 'hour')
    return { ...range, from: new Date(2 * new Date(from).getTime() - new Date(to).getTime()).toISOString() };
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const start = new Date(`${day.format(new Date(from))}T00:00:00Z`);
  const count = series.length;
  if (bucket === 'month') start.setUTCMonth(start.getUTCMonth() - count);
  else start.setUTCDate(start.getUTCDate() - count * (bucket === 'week' ? 7 : 1));
  return { ...range, from: start.toISOString().slice(0, 10) };
}

/** `before` is undefined until the previous period is loaded. */
export function trendOf(now: Totals, before: Totals | undefined): string[] {
  const completed =
    now.completionRate === null || now.medianSecondsToComplete === null
      ? null
      : m.headline.completed(share(now.completionRate), duration(now.medianSecondsToComplete));
  const sentences = [
    before === undefined ? null : sentTrend(now.sent, before.sent),
    completed,
    completed === null || before === undefined || before.completionRate === null
      ? null
      : m.headline.rateBefore(share(before.completionRate)),
  ];
  return sentences.filter((sentence) => sentence !== null);
}

function sentTrend(now: number, before: number): string | null {
  if (before === 0) return now === 0 ? null : m.headline.noneBefore;
  if (now === before) return m.headline.same;
  const say = now > before ? m.headline.more : m.headline.fewer;
  return say(share(Math.abs(now - before) / before), count(before));
}
