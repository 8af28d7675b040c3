/** Formats figures for display. */
import type { Analytics } from './queries.ts';
import { shownLocale } from '../../api/language.ts';
import { numberFormat, numberText } from '../../ui/numbers.ts';
import { dayOf } from '../../ui/time.ts';
import type { Bucket } from './search.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

export const count = numberText;
const percent = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
export const share = (value: number | null): string => (value === null ? '–' : percent(value));

const STEPS: readonly [seconds: number, unit: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** Formats a duration in its largest unit, such as "2.5 days". */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  const [size, unit] = STEPS.find(([step]) => seconds >= step) ?? [1, 'second'];
  return numberFormat({ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })(seconds / size);
}

export const STATES: Readonly<Record<Analytics['documents'][number]['state'], string>> = {
  draft: common.draft,
  'in-progress': m.words.waitingForSignatures,
  completed: common.completed,
  declined: common.declined,
  voided: common.voided,
  expired: common.expired,
  archived: common.archived,
  deleted: m.words.inTrash,
};

export const BUCKETS: Readonly<Record<Bucket, string>> = {
  hour: m.words.hours,
  day: labels.days,
  week: m.words.weeks,
  month: m.words.months,
};

export const BUCKET: Readonly<Record<Bucket, string>> = {
  hour: m.words.hour,
  day: m.words.day,
  week: m.words.week,
  month: m.words.month,
};

/** Returns the name of a bucket, such as a month, based on its start in the given time zone. */
export function bucketName(from: string, bucket: Bucket, timeZone: string): string {
  const at = new Date(from);
  if (bucket === 'hour')
    return new Intl.DateTimeFormat(shownLocale(), {
      timeZone,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(at);
  if (bucket === 'month')
    return new Intl.DateTimeFormat(shownLocale(), { timeZone, month: 'long', year: 'numeric' }).format(at);
  return bucket === 'week' ? m.words.weekOf(dayOf(at)) : dayOf(at);
}
