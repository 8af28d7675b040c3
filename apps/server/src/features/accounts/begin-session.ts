/** What every login ends with: cookies, and the session as the answer. */
import { AppError } from '../../platform/errors.ts';
import type { Effects } from '../../platform/invoke/operations.ts';
import type { RequestContext } from '../../platform/principal.ts';
import type { LoginOutcome } from './login-steps.ts';
import type { NewSession } from './session-start.ts';

type Asking = { services: { forgetCredentials: () => void }; context: RequestContext };

/** Sets both cookies of a login and answers with the session. The one that the browser held before has ended. */
export function beginSession(
  { services, context }: Asking,
  { token, device, view }: NewSession,
  { setSession, setDevice }: Effects,
) {
  if (context.session !== undefined) services.forgetCredentials();
  setSession(token);
  setDevice(device);
  return { success: true as const, session: view };
}

/** The same, or the cookie of the second step and the refusal that asks for it. Throws SECOND_STEP_REQUIRED. */
export function beginSessionOrAsk(asking: Asking, outcome: LoginOutcome, effects: Effects) {
  if (outcome.kind === 'session') return beginSession(asking, outcome.session, effects);
  const { token, methods, expiresAt } = outcome;
  effects.setLoginStep(token);
  throw new AppError('SECOND_STEP_REQUIRED', { methods, expiresAt: expiresAt.toISOString() });
}
