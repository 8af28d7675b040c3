/**
 * The sign-ins started in this browser, stored by the browser in sealed form. The server needs no storage, and no other
 * browser can finish them. Only the newest few, for people who open several tabs.
 */
import type { Vault } from '../../platform/crypto/seal.ts';

export type Attempt = {
  /** RelayState in SAML, `state` in OpenID Connect. */
  state: string;
  organizationId: string;
  protocol: 'saml' | 'oidc';
  /** In milliseconds. */
  startedAt: number;
  /** The ID of the AuthnRequest in SAML, the nonce in OpenID Connect. */
  requestId: string;
  /** The PKCE verifier; empty for SAML. */
  verifier: string;
  /** The path to open after the sign-in. */
  to: string;
  /** Started to prove the identity again (ADR 41): the provider must have authenticated the person since then. */
  isFresh: boolean;
};

/** The allowed difference between our clock and the provider's. */
const SKEW_MS = 60_000;
/** Whether the provider authenticated the person for this very sign-in, if that was required. */
export function answersFreshly({ isFresh, startedAt }: Attempt, authenticatedAt: Date | null): boolean {
  return !isFresh || (authenticatedAt !== null && authenticatedAt.getTime() >= startedAt - SKEW_MS);
}

const KEPT = 5;
export const ATTEMPT_MINUTES = 10;
const PURPOSE = 'single sign-on attempts';

export function sealAttempts(vault: Vault, attempts: readonly Attempt[]): string {
  return vault.seal(PURPOSE, Buffer.from(JSON.stringify(attempts.slice(-KEPT)))).toString('base64url');
}

/** The attempts that have not expired; none for a cookie that is not ours. */
export function openAttempts(vault: Vault, cookie: string | undefined, now: Date): Attempt[] {
  if (cookie === undefined || !/^[A-Za-z0-9_-]{40,4000}$/.test(cookie)) return [];
  try {
    const attempts = JSON.parse(vault.open(PURPOSE, Buffer.from(cookie, 'base64url')).toString()) as Attempt[];
    return attempts.filter(({ startedAt }) => now.getTime() - startedAt < ATTEMPT_MINUTES * 60_000);
  } catch {
    return [];
  }
}

/** A path on this site. Anything that could lead elsewhere is replaced by the start page. */
export function ownPath(to: string | undefined): string {
  return to !== undefined && to.length <= 500 && /^\/(?![/\\])[\w\-.~/?&=%+]*$/.test(to) ? to : '/';
}
