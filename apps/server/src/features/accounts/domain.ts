/** Decisions about people, as pure functions. */
import type { SecondFactor, SessionMethod } from '../../platform/principal.ts';
import { STEP_UP_MINUTES } from '../../platform/step-up.ts';

/** A browser as its owner would call it: "Firefox on Windows". Good enough to recognise one's own by; it proves nothing. */
export function describeDevice(userAgent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (!browser && !system)
    return userAgent === '' ? 'Unknown browser' : userAgent.split(/[\s/(]/)[0]?.slice(0, 40) || 'Unknown browser';
  return [browser ?? 'Browser', system].filter((part) => part !== undefined).join(' on ');
}

/** In this order: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

const DEFAULT_IDLE_MINUTES = 30;

/** When a session is over: at its end, or unused for longer than the organization allows. */
export function endOfSession(session: { last_seen_at: Date; expires_at: Date }, idleMinutes: number | null): Date {
  const idleUntil = session.last_seen_at.getTime() + (idleMinutes ?? DEFAULT_IDLE_MINUTES) * 60_000;
  return new Date(Math.min(session.expires_at.getTime(), idleUntil));
}

export function isSessionOver(
  session: { last_seen_at: Date; expires_at: Date },
  idleMinutes: number | null,
  now: Date,
): boolean {
  return endOfSession(session, idleMinutes) <= now;
}

/** Until when a proof of who one is counts for what is sensitive. */
export const endOfProof = (provedAt: Date): Date => new Date(provedAt.getTime() + STEP_UP_MINUTES * 60_000);

export function isProofRecent(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && endOfProof(provedAt) > now;
}

/**
 * Whether a session lacks the second factor that its organization requires. Judged at every request, so that neither a session
 * from before the requirement nor one from elsewhere gets around it. What an identity provider opened is exempt unless the
 * organization wants to be told of a second factor: whoever is asked for it, and how, is that provider's business (ADR 22).
 */
export function lacksSecondFactor(
  session: { method: SessionMethod; second_factor: SecondFactor | null },
  organization: { require_two_factor: boolean; sso_requires_mfa: boolean },
): boolean {
  if (!organization.require_two_factor || session.second_factor !== null) return false;
  const isForeign = session.method === 'saml' || session.method === 'oidc';
  return isForeign ? organization.sso_requires_mfa : true;
}
