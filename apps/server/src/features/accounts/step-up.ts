/**
 * Repeated proof of identity: the password is sent with the change, or a step-up was done at most ten minutes earlier.
 */
import { checkPassword } from '../../platform/crypto/passwords.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { refuseForeignSession, requireStepUp } from '../../platform/step-up.ts';
import { resetAttempts, ownBucket, takeAttempt } from './attempts.ts';
import { type AccountDependencies, recordOwn } from './records.ts';
import { selectUser, type UserRow } from './store.ts';

/**
 * Checks the password sent with a change. If the person has a second factor, a recent step-up with password and second
 * factor is required instead. Throws WRONG_PASSWORD, STEP_UP_REQUIRED, TOO_MANY_ATTEMPTS, FORBIDDEN.
 */
export async function proveOwnPassword(
  dependencies: Pick<AccountDependencies, 'uow'>,
  context: RequestContext<UserPrincipal>,
  password: string,
): Promise<UserRow> {
  const { principal } = context;
  refuseForeignSession(principal);
  const [user] = await dependencies.uow.readAuth(selectUser(principal.userId));
  if (user?.two_factor_since) requireStepUp(principal, 'account');
  return checkOwnPassword(dependencies, context, password);
}

/**
 * Checks the caller's own password. Attempts are limited only per account, so a person who finds an open session gets
 * ten attempts. Returns the person. Throws WRONG_PASSWORD, TOO_MANY_ATTEMPTS, or FORBIDDEN for a session of an identity
 * provider.
 */
export async function checkOwnPassword(
  dependencies: Pick<AccountDependencies, 'uow'>,
  context: RequestContext<UserPrincipal>,
  password: string,
): Promise<UserRow> {
  const { uow } = dependencies;
  const { principal } = context;
  refuseForeignSession(principal);
  const buckets = [ownBucket(principal.userId)];
  await takeAttempt(uow, buckets);
  const [user] = await uow.readAuth(selectUser(principal.userId));
  const correct = await checkPassword(user?.password_hash, password);
  if (!user || !correct) {
    await uow.runAuth((tx) => recordOwn(uow, tx, context, { who: principal, action: 'user.proof-refused' }));
    throw new AppError('WRONG_PASSWORD');
  }
  await uow.runAuth(async (tx) => resetAttempts(tx, buckets));
  return user;
}
