/** The last step of every sign-in: sets the cookies and returns the session. */
import { AppError } from '../../platform/errors.ts';
import type { Effects } from '../../platform/invoke/operations.ts';
import type { LoginOutcome } from './login-steps.ts';
import type { NewSession } from './session-start.ts';

/** Sets the session and device cookies and returns the session. The browser's previous session has ended. */
export function beginSession({ token, device, view }: NewSession, { setSession, setDevice }: Effects) {
  setSession(token);
  setDevice(device);
  return { success: true as const, session: view };
}

/**
 * Sets the session and device cookies, or sets the second-step cookie and asks for the second factor. Throws
 * SECOND_STEP_REQUIRED.
 */
export function beginSessionOrAsk(outcome: LoginOutcome, effects: Effects) {
  if (outcome.kind === 'session') return beginSession(outcome.session, effects);
  const { token, methods, expiresAt } = outcome;
  effects.setLoginStep(token);
  throw new AppError('SECOND_STEP_REQUIRED', { methods, expiresAt: expiresAt.toISOString() });
}
