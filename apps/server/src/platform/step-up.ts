/** Step-up authentication (ADR 41): the proof of identity that operations with `stepUp` require of a session. */
import { AppError } from './errors.ts';
import { isBound, type UserPrincipal } from './principal.ts';

export const STEP_UP_MINUTES = 10;

/**
 * @throws AppError STEP_UP_REQUIRED unless the signed-in person proved their identity recently, FORBIDDEN if this is
 * impossible in the session.
 */
export function requireStepUp(principal: UserPrincipal, by: 'session' | 'account'): void {
  if (by === 'account') refuseForeignSession(principal);
  if (!principal.provedLately) throw new AppError('STEP_UP_REQUIRED', { proofMinutes: STEP_UP_MINUTES });
}

/**
 * Refuses a session of an identity provider. It is bound to that provider's organization and cannot change credentials
 * (ADR 23).
 */
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
