/** Pure functions that make decisions about people and sessions. */
import type { SecondFactor, SessionMethod } from '../../platform/principal.ts';
import { STEP_UP_MINUTES } from '../../platform/step-up.ts';

/**
 * Describes the browser for its owner, for example "Firefox on Windows". The user agent can be forged, so it proves
 * nothing.
 */
export function describeDevice(userAgent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (!browser && !system)
    return userAgent === '' ? 'Unknown browser' : userAgent.split(/[\s/(]/)[0]?.slice(0, 40) || 'Unknown browser';
  return [browser ?? 'Browser', system].filter((part) => part !== undefined).join(' on ');
}

/** The order matters: Edge and Opera also identify as Chrome, and Chrome also identifies as Safari. */
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

export const endOfProof = (provedAt: Date): Date => new Date(provedAt.getTime() + STEP_UP_MINUTES * 60_000);

export function isProofRecent(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && endOfProof(provedAt) > now;
}

/**
 * Returns whether a session lacks the second factor that its organization requires. The check runs on every request, so
 * older sessions and sessions from other organizations cannot bypass the requirement. Sessions from an identity
 * provider are exempt, because asking for a second factor is the provider's responsibility, unless the organization
 * requires the provider to confirm one (ADR 22).
 */
export function lacksSecondFactor(
  session: { method: SessionMethod; second_factor: SecondFactor | null },
  organization: { require_two_factor: boolean; sso_requires_mfa: boolean },
): boolean {
  if (!organization.require_two_factor || session.second_factor !== null) return false;
  const isForeign = session.method === 'saml' || session.method === 'oidc';
  return isForeign ? organization.sso_requires_mfa : true;
}
