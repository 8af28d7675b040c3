/** The last step of every sign-in: sets the cookies and returns the session. */
import { AppError } from '../../platform/errors.ts';
import type { Effects } from '../../platform/invoke/operations.ts';
import type { LoginOutcome } from './login-steps.ts';
import type { NewSession } from './session-start.ts';

export function beginSession({ token, device, view }: NewSession, { setSession, setDevice }: Effects) {
  setSession(token);
  setDevice(device);
  return { success: true as const, session: view };
}

/**
 * Sets the cookies of the session. If the person still has to prove a second factor, sets the second-step cookie
 * instead and throws SECOND_STEP_REQUIRED.
 */
export function beginSessionOrAsk(outcome: LoginOutcome, effects: Effects) {
  if (outcome.kind === 'session') return beginSession(outcome.session, effects);
  const { token, methods, expiresAt } = outcome;
  effects.setLoginStep(token);
  throw new AppError('SECOND_STEP_REQUIRED', { methods, expiresAt: expiresAt.toISOString() });
}
