import type { Incident } from './queries.ts';
import { m } from './texts.ts';
import { choicesOf } from '../../ui/choices.ts';

type Tone = 'quiet' | 'wait' | 'done' | 'no';

export const SEVERITIES = choicesOf<Incident['severity']>({
  low: m.words.low,
  medium: m.words.medium,
  high: m.words.high,
  critical: m.words.critical,
});
export const severityLabel = (severity: Incident['severity']): string =>
  SEVERITIES.find(({ value }) => value === severity)?.label ?? severity;

export const STATUS: Record<Incident['status'], { label: string; tone: Tone }> = {
  open: { label: m.words.open, tone: 'no' },
  contained: { label: m.words.contained, tone: 'wait' },
  closed: { label: m.words.closed, tone: 'done' },
};

const HOUR_MS = 3_600_000;
type Clocked = Pick<Incident, 'notify_by' | 'authority_notified_at' | 'closed_at' | 'status'>;

/** Returns how much of the 72 hours for notifying the authority is left, or whether the deadline was met. */
export function clockOf(incident: Clocked, now: Date): { label: string; tone: Tone } {
  const { notify_by: by, authority_notified_at: told, status } = incident;
  const end = Date.parse(by);
  if (told !== null)
    return Date.parse(told) <= end
      ? { label: m.words.authorityNotifiedInTime, tone: 'done' }
      : { label: m.words.authorityNotifiedLate, tone: 'no' };
  if (status === 'closed') return { label: m.words.closedWithoutNotice, tone: 'quiet' };
  const hours = (end - now.getTime()) / HOUR_MS;
  if (hours <= 0) return { label: m.words.seventytwoHoursOverSince(spanText(-hours)), tone: 'no' };
  return { label: m.words.left(spanText(hours)), tone: hours <= 24 ? 'no' : 'wait' };
}

function spanText(hours: number): string {
  if (hours < 1) return m.words.minutes(Math.max(1, Math.floor(hours * 60)));
  const whole = Math.floor(hours);
  return whole > 96 ? m.words.days(Math.floor(whole / 24)) : m.words.hours(whole);
}
