import type { Incident } from './queries.ts';

type Tone = 'quiet' | 'wait' | 'done' | 'no';

export const SEVERITIES = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'critical', label: 'Critical' },
] as const;
export const severityLabel = (severity: Incident['severity']): string =>
  SEVERITIES.find(({ value }) => value === severity)?.label ?? severity;

export const STATUS: Record<Incident['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'no' },
  contained: { label: 'Contained', tone: 'wait' },
  closed: { label: 'Closed', tone: 'done' },
};

const HOUR_MS = 3_600_000;
type Clocked = Pick<Incident, 'notify_by' | 'authority_notified_at' | 'closed_at' | 'status'>;

/** The time left of the 72 hours, or their outcome. */
export function clockOf(incident: Clocked, now: Date): { label: string; tone: Tone } {
  const { notify_by: by, authority_notified_at: told, status } = incident;
  const end = Date.parse(by);
  if (told !== null)
    return Date.parse(told) <= end
      ? { label: 'Authority notified in time', tone: 'done' }
      : { label: 'Authority notified late', tone: 'no' };
  if (status === 'closed') return { label: 'Closed without notice', tone: 'quiet' };
  const hours = (end - now.getTime()) / HOUR_MS;
  if (hours <= 0) return { label: `72 hours over since ${spanText(-hours)}`, tone: 'no' };
  return { label: `${spanText(hours)} left`, tone: hours <= 24 ? 'no' : 'wait' };
}

function spanText(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.floor(hours * 60))} min`;
  const whole = Math.floor(hours);
  return whole > 96 ? `${Math.floor(whole / 24)} days` : `${whole} h`;
}
