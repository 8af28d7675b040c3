/** Formats figures for people. */
import type { Analytics } from './queries.ts';
import { dayOf } from '../../ui/time.ts';
import type { Bucket } from './search.ts';

const number = new Intl.NumberFormat('en');
export const count = (value: number): string => number.format(value);
export const share = (value: number | null): string =>
  value === null ? '–' : new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(value);

const STEPS: readonly [seconds: number, unit: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A duration in its largest unit: "2.5 days". */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  const [size, unit] = STEPS.find(([step]) => seconds >= step) ?? [1, 'second'];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(
    seconds / size,
  );
}

export const STATES: Readonly<Record<Analytics['documents'][number]['state'], string>> = {
  draft: 'Draft',
  'in-progress': 'Waiting for signatures',
  completed: 'Completed',
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Expired',
  archived: 'Archived',
  deleted: 'In the trash',
};

/** The name of a bucket by its start, in its time zone. */
export function bucketName(from: string, bucket: Bucket, timeZone: string): string {
  const at = new Date(from);
  if (bucket === 'hour')
    return new Intl.DateTimeFormat(undefined, {
      timeZone,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(at);
  if (bucket === 'month')
    return new Intl.DateTimeFormat(undefined, { timeZone, month: 'long', year: 'numeric' }).format(at);
  return bucket === 'week' ? `Week of ${dayOf(at)}` : dayOf(at);
}
