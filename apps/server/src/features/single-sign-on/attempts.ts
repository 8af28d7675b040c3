/**
 * The sign-ins started in this browser, stored by the browser in sealed form. The server needs no storage, and no other
 * browser can finish them. Only the newest few are kept, for people who open several tabs.
 */
import type { Vault } from '../../platform/crypto/seal.ts';

export type Attempt = {
  /** The RelayState in SAML, or `state` in OpenID Connect. */
  state: string;
  organizationId: string;
  protocol: 'saml' | 'oidc';
  startedAt: number;
  /** The ID of the AuthnRequest in SAML, the nonce in OpenID Connect. */
  requestId: string;
  /** The PKCE verifier. Empty for SAML. */
  verifier: string;
  to: string;
  /**
   * True if the sign-in was started to prove the identity again (ADR 41). The provider must have authenticated the
   * person since then.
   */
  isFresh: boolean;
};

/** The allowed difference between our clock and the provider's. */
const SKEW_MS = 60_000;
/** False if the sign-in required the provider to authenticate the person again, and the provider did not. */
export function answersFreshly({ isFresh, startedAt }: Attempt, authenticatedAt: Date | null): boolean {
  return !isFresh || (authenticatedAt !== null && authenticatedAt.getTime() >= startedAt - SKEW_MS);
}

const KEPT = 5;
export const ATTEMPT_MINUTES = 10;
const PURPOSE = 'single sign-on attempts';

export function sealAttempts(vault: Vault, attempts: readonly Attempt[]): string {
  return vault.seal(PURPOSE, Buffer.from(JSON.stringify(attempts.slice(-KEPT)))).toString('base64url');
}

/** Returns an empty list for a cookie that this server did not create. */
export function openAttempts(vault: Vault, cookie: string | undefined, now: Date): Attempt[] {
  if (cookie === undefined || !/^[A-Za-z0-9_-]{40,4000}$/.test(cookie)) return [];
  try {
    const attempts = JSON.parse(vault.open(PURPOSE, Buffer.from(cookie, 'base64url')).toString()) as Attempt[];
    return attempts.filter(({ startedAt }) => now.getTime() - startedAt < ATTEMPT_MINUTES * 60_000);
  } catch {
    return [];
  }
}

/** Any value that could lead to another site is replaced with the start page. */
export function ownPath(to: string | undefined): string {
  return to !== undefined && to.length <= 500 && /^\/(?![/\\])[\w\-.~/?&=%+]*$/.test(to) ? to : '/';
}
