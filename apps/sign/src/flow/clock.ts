/**
 * Decides when to extend the session, when to warn, and how much time is left to sign. The functions are pure, so that
 * tests do not have to wait.
 */

const WARN_BEFORE_MS = 2 * 60_000;
/**
 * The minimum interval between extensions of an active session, because a link is limited to 1,000 requests an hour.
 */
const EXTEND_EVERY_MS = 3 * 60_000;

export type Moment = {
  now: number;
  expiresAt: number;
  lastExtended: number;
  lastActive: number;
  /** Whether the session cannot be extended, such as an in-person session. */
  isFixed?: boolean;
};

export type Verdict =
  | { state: 'fine' }
  | { state: 'extend' }
  | { state: 'warn'; secondsLeft: number }
  | { state: 'over' };

/** All times are in milliseconds since the epoch. */
export function judgeSession({ now, expiresAt, lastExtended, lastActive, isFixed = false }: Moment): Verdict {
  const left = expiresAt - now;
  if (left <= 0) return { state: 'over' };
  const active = lastActive > lastExtended && !isFixed;
  const closing = left <= WARN_BEFORE_MS;
  if (active && (closing || now - lastExtended >= EXTEND_EVERY_MS)) return { state: 'extend' };
  return closing ? { state: 'warn', secondsLeft: Math.ceil(left / 1000) } : { state: 'fine' };
}

/** Formats seconds as a countdown, such as 1:05. */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns the number of midnights in the visitor's zone between now and a time (ISO 8601). 0 means today. */
export function daysUntil(iso: string, now: Date): number {
  const day = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  return day(new Date(iso)) - day(now);
}
