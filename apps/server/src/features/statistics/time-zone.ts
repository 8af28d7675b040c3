/** Calculates hours, days, weeks and months in a time zone. */
import type { Range } from './periods.ts';

export type Bucket = 'hour' | 'day' | 'week' | 'month';
/** A calendar day. Months count from 0, and days beyond the end of a month belong to the next month. */
type Day = { year: number; month: number; day: number };

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** The maximum number of buckets in one request. More buckets would not fit in a chart. */
export const MAX_BUCKETS = 800;

export class Zone {
  readonly #format: Intl.DateTimeFormat;
  /**
   * Cached offsets at the beginnings of weeks, because Intl is slow. No time zone changes its clocks twice within a
   * week.
   */
  readonly #weeks = new Map<number, number>();

  /** @throws RangeError for an unknown time zone */
  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  }

  offsetMs(at: Date): number {
    const week = Math.floor(at.getTime() / WEEK_MS);
    const offset = this.#offsetOfWeek(week);
    return offset === this.#offsetOfWeek(week + 1) ? offset : this.#read(at);
  }

  #offsetOfWeek(week: number): number {
    const offset = this.#weeks.get(week) ?? this.#read(new Date(week * WEEK_MS));
    this.#weeks.set(week, offset);
    return offset;
  }

  #read(at: Date): number {
    const text = this.#format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
    if (sign === undefined) return 0;
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -ms : ms;
  }

  dayOf(at: Date): Day {
    const there = new Date(at.getTime() + this.offsetMs(at));
    return { year: there.getUTCFullYear(), month: there.getUTCMonth(), day: there.getUTCDate() };
  }

  /** A day begins at midnight, or at its first minute if the clocks skip midnight. */
  startOf({ year, month, day }: Day): Date {
    const midnight = Date.UTC(year, month, day);
    // Around a clock change, there are two candidates for the start of the day. The result is the earlier one that is
    // already on this day.
    const candidates = [-1, 1].map((side) => midnight - this.offsetMs(new Date(midnight + side * 24 * HOUR_MS)));
    const wanted = new Date(midnight).getUTCDate();
    const fitting = candidates.filter((at) => this.dayOf(new Date(at)).day === wanted);
    return new Date(Math.min(...(fitting.length > 0 ? fitting : candidates)));
  }

  startOfBucket(bucket: Bucket, at: Date): Date {
    if (bucket === 'hour') {
      // Offsets from UTC are multiples of a quarter of an hour.
      const offset = this.offsetMs(at);
      return new Date(Math.floor((at.getTime() + offset) / HOUR_MS) * HOUR_MS - offset);
    }
    const day = this.dayOf(at);
    return this.startOf(firstDayOf(bucket, day));
  }

  #next(bucket: Bucket, start: Date): Date {
    if (bucket === 'hour') return new Date(start.getTime() + HOUR_MS);
    const { year, month, day } = this.dayOf(start);
    if (bucket === 'month') return this.startOf({ year, month: month + 1, day: 1 });
    return this.startOf({ year, month, day: day + (bucket === 'week' ? 7 : 1) });
  }

  /** The first bucket contains `from`. Returns one bucket more than the limit if there are too many. */
  buckets(bucket: Bucket, { from, to }: Range): Range[] {
    const found: Range[] = [];
    for (let at = this.startOfBucket(bucket, from); at < to && found.length <= MAX_BUCKETS;) {
      const next = this.#next(bucket, at);
      found.push({ from: at, to: next });
      at = next;
    }
    return found;
  }
}

/** Weeks begin on Monday (ISO 8601). */
function firstDayOf(bucket: 'day' | 'week' | 'month', { year, month, day }: Day): Day {
  if (bucket === 'day') return { year, month, day };
  if (bucket === 'month') return { year, month, day: 1 };
  const weekday = (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;
  return { year, month, day: day - weekday };
}
