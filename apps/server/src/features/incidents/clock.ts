/** The deadline for notifying an authority, 72 hours (GDPR article 33 (1)), and the reminders to administrators. */
export const NOTIFY_WITHIN_HOURS = 72;
export const HOUR_MS = 3_600_000;
/** Hours since the organization became aware of the incident. */
const REMINDERS = [24, 48, 68, 72] as const;

export type Watched = {
  aware_at: Date;
  authority_notified_at: Date | null;
  closed_at: Date | null;
};

/** No more reminders are needed if the authority was notified or if there is nothing to report. */
export const isSettled = ({ authority_notified_at: told, closed_at: closed }: Watched): boolean =>
  told !== null || closed !== null;

/** Returns the hours of the latest reminder that is due, or 0 before the first reminder. */
export function dueReminder({ aware_at: aware }: Watched, now: Date): number {
  const hours = (now.getTime() - aware.getTime()) / HOUR_MS;
  return REMINDERS.findLast((one) => one <= hours) ?? 0;
}

/** Returns undefined after the last reminder. */
export function nextReminder({ aware_at: aware }: Watched, now: Date): Date | undefined {
  return REMINDERS.map((hours) => new Date(aware.getTime() + hours * HOUR_MS)).find((at) => at > now);
}

/** Returns whole hours, at least 0. */
export const hoursLeft = ({ aware_at: aware }: Watched, now: Date): number =>
  Math.max(0, Math.ceil((aware.getTime() + NOTIFY_WITHIN_HOURS * HOUR_MS - now.getTime()) / HOUR_MS));
