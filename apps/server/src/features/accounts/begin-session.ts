/** What every login ends with: cookies, and the session as the answer. */
import { AppError } from '../../platform/errors.ts';
import type { Effects } from '../../platform/invoke/operations.ts';
import type { LoginOutcome } from './login-steps.ts';
import type { NewSession } from './session-start.ts';

/** Sets both cookies of a login and answers with the session. The one that the browser held before has ended. */
export function beginSession({ token, device, view }: NewSession, { setSession, setDevice }: Effects) {
  setSession(token);
  setDevice(device);
  return { success: true as const, session: view };
}

/** The same, or the cookie of the second step and the refusal that asks for it. Throws SECOND_STEP_REQUIRED. */
export function beginSessionOrAsk(outcome: LoginOutcome, effects: Effects) {
  if (outcome.kind === 'session') return beginSession(outcome.session, effects);
  const { token, methods, expiresAt } = outcome;
  effects.setLoginStep(token);
  throw new AppError('SECOND_STEP_REQUIRED', { methods, expiresAt: expiresAt.toISOString() });
}
