/**
 * Logins that this browser has begun: kept by the browser, sealed, so that nothing has to be kept here and no other browser can
 * finish them. The newest few, for people who open several tabs.
 */
import type { Vault } from '../../platform/crypto/seal.ts';

export type Attempt = {
  /** RelayState of SAML, `state` of OpenID Connect. */
  state: string;
  organizationId: string;
  protocol: 'saml' | 'oidc';
  /** Milliseconds. */
  startedAt: number;
  /** The id of the AuthnRequest; of OpenID Connect the nonce. */
  requestId: string;
  /** PKCE; empty for SAML. */
  verifier: string;
  /** The path to go to when it is done. */
  to: string;
  /** Begun to prove again who it is (ADR 41): the provider has to have asked the person since. */
  isFresh: boolean;
};

/** How far two clocks may be apart. */
const SKEW_MS = 60_000;
/** Whether the provider asked the person for this very login, where that was demanded. */
export function answersFreshly({ isFresh, startedAt }: Attempt, authenticatedAt: Date | null): boolean {
  return !isFresh || (authenticatedAt !== null && authenticatedAt.getTime() >= startedAt - SKEW_MS);
}

const KEPT = 5;
export const ATTEMPT_MINUTES = 10;
const PURPOSE = 'single sign-on attempts';

export function sealAttempts(vault: Vault, attempts: readonly Attempt[]): string {
  return vault.seal(PURPOSE, Buffer.from(JSON.stringify(attempts.slice(-KEPT)))).toString('base64url');
}

/** Those that are not over; none for a cookie that is not ours. */
export function openAttempts(vault: Vault, cookie: string | undefined, now: Date): Attempt[] {
  if (cookie === undefined || !/^[A-Za-z0-9_-]{40,4000}$/.test(cookie)) return [];
  try {
    const attempts = JSON.parse(vault.open(PURPOSE, Buffer.from(cookie, 'base64url')).toString()) as Attempt[];
    return attempts.filter(({ startedAt }) => now.getTime() - startedAt < ATTEMPT_MINUTES * 60_000);
  } catch {
    return [];
  }
}

/** A path of this site; anything that could lead elsewhere becomes the start page. */
export function ownPath(to: string | undefined): string {
  return to !== undefined && to.length <= 500 && /^\/(?![/\\])[\w\-.~/?&=%+]*$/.test(to) ? to : '/';
}
