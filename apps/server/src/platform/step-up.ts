/** Proving again who one is (ADR 41): what an operation with `stepUp` asks of a session. */
import { AppError } from './errors.ts';
import { isBound, type UserPrincipal } from './principal.ts';

/** How long a proof counts for what is sensitive. */
export const STEP_UP_MINUTES = 10;

/** @throws AppError STEP_UP_REQUIRED unless this session proved its person lately, FORBIDDEN where it never could. */
export function requireStepUp(principal: UserPrincipal, by: 'session' | 'account'): void {
  if (by === 'account') refuseForeignSession(principal);
  if (!principal.provedLately) throw new AppError('STEP_UP_REQUIRED', { proofMinutes: STEP_UP_MINUTES });
}

/** A session that an identity provider vouches for is bound to that provider's organization and changes no credentials (ADR 23). */
export function refuseForeignSession(principal: UserPrincipal): void {
  if (isBound(principal))
    throw new AppError(
      'FORBIDDEN',
      {},
      {
        message: 'You are signed in through your organization’s single sign-on. Sign in with your password to do this.',
      },
    );
}
