/** Compares a period with the one before it, in sentences. */
import type { Analytics, StatisticsRange } from './queries.ts';
import { count, duration, share } from './words.ts';
import { m } from './texts.ts';

type Totals = Pick<Analytics['totals'], 'sent' | 'completionRate' | 'medianSecondsToComplete'>;

/** The range of the same length that ends where this one begins. */
export function rangeBefore(
  { from, to }: Pick<Analytics, 'from' | 'to'>,
  { bucket, timeZone }: StatisticsRange,
): StatisticsRange {
  const start = new Date(from).getTime();
  const length = new Date(to).getTime() - start;
  return {
    ...(bucket && { bucket }),
    ...(timeZone && { timeZone }),
    from: new Date(start - length).toISOString(),
    to: from,
  };
}

/** `before` is undefined until it is known. */
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
