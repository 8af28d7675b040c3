/**
 * The state between a correct password and the second factor. A separate kind of token in a separate cookie identifies
 * it. The token is valid for five minutes, gives access only to the operations of the second step, and ends when the
 * session begins.
 */
import type { SecondFactorMethod } from '@countersign/contract';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { LoginStepPrincipal, RequestContext, SecondFactor } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { deleteOldSteps, deleteStepsOf, insertStep, selectFactorKinds, selectStep, useStep } from './proof-store.ts';
import { type NewSession, startSession } from './session-start.ts';

const STEP_MINUTES = 5;

export type LoginOutcome =
  | { kind: 'session'; session: NewSession }
  | { kind: 'second-step'; token: string; methods: SecondFactorMethod[]; expiresAt: Date };

/** Starts a sign-in. Requires a transaction in the `auth` role. Throws NO_ORGANIZATION. */
export async function startLogin(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext,
  user: { id: string; two_factor_since: Date | null },
): Promise<LoginOutcome> {
  if (user.two_factor_since === null)
    return { kind: 'session', session: await startSession(uow, tx, context, { userId: user.id, method: 'password' }) };
  const [kinds] = await tx.query(selectFactorKinds(user.id));
  const token = randomToken();
  const expiresAt = new Date(tx.now.getTime() + STEP_MINUTES * 60_000);
  tx.write(deleteOldSteps(tx.now));
  tx.write(insertStep(hashToken(token), user.id, tx.now, expiresAt));
  return {
    kind: 'second-step',
    token,
    methods: [
      ...(kinds?.totp ? ['totp' as const] : []),
      ...(kinds?.passkey ? ['passkey' as const] : []),
      'recovery-code',
    ],
    expiresAt,
  };
}

/**
 * Starts the session after the second factor. Only one of several concurrent requests gets a session. Runs in the
 * transaction that checked the factor.
 */
export async function finishLogin(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext,
  { userId, stepHash }: LoginStepPrincipal,
  secondFactor: SecondFactor,
): Promise<NewSession> {
  const [used] = await tx.query(useStep(stepHash, userId, tx.now));
  if (!used) throw new AppError('LOGIN_STEP_EXPIRED');
  return startSession(uow, tx, context, { userId, method: 'password', secondFactor });
}

/** After the password, the address or a factor changes, an unfinished sign-in must be started again. */
export function endLoginSteps(tx: Tx, userId: string): void {
  tx.write(deleteStepsOf(userId));
}

/** Returns undefined if the token is invalid or expired. */
export async function authenticateLoginStep(
  database: Database,
  clock: Clock,
  token: string,
): Promise<LoginStepPrincipal | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  const stepHash = hashToken(token);
  const [row] = await database.query({ role: 'auth' }, selectStep(stepHash, clock.now()));
  return row && { kind: 'login-step', userId: row.user_id, stepHash };
}
