/**
 * Uses a second factor: as the second step of a sign-in, to sign in without a password, or as a proof within a session.
 */
import type { AuthenticationResponse } from '@countersign/contract';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { LoginStepPrincipal, RequestContext, SecondFactor, UserPrincipal } from '../../platform/principal.ts';
import { refuseForeignSession, STEP_UP_MINUTES } from '../../platform/step-up.ts';
import {
  checkOwnPassword,
  finishLogin,
  type NewSession,
  proveSession,
  recordOwn,
  startSession,
  updateSecondFactor,
} from '../accounts/index.ts';
import { proveCode } from './codes.ts';
import type { FactorDependencies } from './factors.ts';
import { selectPasskeys } from './store.ts';
import { authenticationOptions, proveAssertion } from './webauthn.ts';

// ------------------------------------------------------------------ sign-ins
export function finishWithCode(
  dependencies: FactorDependencies,
  context: RequestContext<LoginStepPrincipal>,
  { code }: { code: string },
): Promise<NewSession> {
  const { principal } = context;
  return proveCode(dependencies, context, { userId: principal.userId, code }, (tx, factor) =>
    finishLogin(dependencies.uow, tx, context, principal, factor),
  );
}

export function passkeyLoginOptions(dependencies: FactorDependencies, context: RequestContext) {
  return authenticationOptions(dependencies, context, 'log-in', undefined);
}

/** Signs in without a password. The passkey is one factor, and unlocking the passkey is another. */
export function loginWithPasskey(
  dependencies: FactorDependencies,
  context: RequestContext,
  { response }: { response: AuthenticationResponse },
): Promise<NewSession> {
  return proveAssertion(
    dependencies,
    context,
    { purpose: 'log-in', userId: null, response },
    (tx, { user_id: userId }) =>
      startSession(dependencies.uow, tx, context, { userId, method: 'passkey', secondFactor: 'passkey' }),
  );
}

// ------------------------------------------------------------------ passkeys of a known person
type Asked = RequestContext<LoginStepPrincipal | UserPrincipal>;

export async function challengePasskey(dependencies: FactorDependencies, context: Asked) {
  const { principal } = context;
  if (principal.kind === 'user') refuseForeignSession(principal);
  const { userId } = principal;
  const passkeys = await dependencies.uow.readAuth(selectPasskeys(userId));
  if (passkeys.length === 0) throw new AppError('TWO_FACTOR_NOT_ENABLED');
  return authenticationOptions(dependencies, context, purposeOf(context), { userId, passkeys });
}

/** Proves a passkey. After a password, the proof completes the sign-in. Within a session, it is a step-up. */
export async function provePasskey(
  dependencies: FactorDependencies,
  context: Asked,
  { response }: { response: AuthenticationResponse },
): Promise<{ session: NewSession } | Proved> {
  const { principal } = context;
  if (principal.kind === 'user') refuseForeignSession(principal);
  const { userId } = principal;
  const asked = { purpose: purposeOf(context), userId, response };
  return proveAssertion(dependencies, context, asked, async (tx) => {
    if (principal.kind === 'login-step')
      return { session: await finishLogin(dependencies.uow, tx, context, principal, 'passkey') };
    return noteProof(dependencies, tx, { ...context, principal }, 'passkey');
  });
}

function purposeOf({ principal }: Asked): 'second-step' | 'step-up' {
  return principal.kind === 'login-step' ? 'second-step' : 'step-up';
}

// ------------------------------------------------------------------ step-up
/**
 * Proves the identity again. For ten minutes, sensitive changes need no further proof. If the person has a second
 * factor, the password alone is not enough: a code is required too, or a passkey instead of password and code. Throws
 * WRONG_PASSWORD, WRONG_CODE, TOO_MANY_ATTEMPTS, FORBIDDEN.
 */
export async function stepUp(
  dependencies: FactorDependencies,
  context: RequestContext<UserPrincipal>,
  input: { password: string; code?: string | undefined },
): Promise<Proved> {
  const { uow } = dependencies;
  const user = await checkOwnPassword(dependencies, context, input.password);
  if (user.two_factor_since === null) return uow.runAuth((tx) => noteProof(dependencies, tx, context, null));
  if (input.code === undefined)
    throw invalid('code', 'is required. Send a code from your authenticator app, or a recovery code', 'code_required');
  const proof = { userId: user.id, code: input.code };
  return proveCode(dependencies, context, proof, (tx, factor) => noteProof(dependencies, tx, context, factor));
}

export type Proved = {
  /**
   * The new token under which the session continues. A cookie that was copied before does not get the higher
   * authentication level.
   */
  token: string;
  validUntil: string;
};

async function noteProof(
  { uow }: FactorDependencies,
  tx: Tx,
  context: RequestContext<UserPrincipal>,
  factor: SecondFactor | null,
): Promise<Proved> {
  const { principal } = context;
  const token = randomToken();
  const [proved] = await tx.query(proveSession(principal.sessionHash, hashToken(token), tx.now));
  if (!proved) throw new AppError('UNAUTHORIZED');
  if (factor) tx.write(updateSecondFactor(hashToken(token), factor));
  await recordOwn(uow, tx, context, {
    who: principal,
    action: 'user.stepped-up',
    more: { data: factor ? { second_factor: factor } : {} },
  });
  return { token, validUntil: new Date(tx.now.getTime() + STEP_UP_MINUTES * 60_000).toISOString() };
}
