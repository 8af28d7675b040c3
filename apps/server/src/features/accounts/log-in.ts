/**
 * Sign-in and sign-out. A sign-in with an unknown address runs the same SQL statements and computes the same single
 * hash as a sign-in with an incorrect password.
 */
import { addressKey } from '@countersign/contract';
import { checkPassword } from '../../platform/crypto/passwords.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { accountBucket, addressBucket, type Bucket, deviceBucket, resetAttempts, takeAttempt } from './attempts.ts';
import { type LoginOutcome, startLogin } from './login-steps.ts';
import { selectDevice } from './proof-store.ts';
import { type AccountDependencies, recordIn, recordOwn } from './records.ts';
import { readDevice } from './session-start.ts';
import { deleteSession, selectAccounts, selectOperatorTenant, selectUserByEmail, type UserRow } from './store.ts';

type FoundUser = Omit<UserRow, 'signature'>;

/**
 * Throws INVALID_CREDENTIALS for an incorrect password or an unknown address, TOO_MANY_ATTEMPTS, or NO_ORGANIZATION.
 */
export async function logIn(
  dependencies: AccountDependencies,
  context: RequestContext,
  input: { email: string; password: string },
): Promise<LoginOutcome> {
  const { user, buckets } = await provePassword(dependencies, context, input);
  return dependencies.uow.runAuth(async (tx) => {
    resetAttempts(tx, buckets);
    return startLogin(dependencies.uow, tx, context, user);
  });
}

/**
 * Checks the password, and records a refused sign-in. After a correct password, the caller resets the attempt counters.
 */
async function provePassword(
  dependencies: AccountDependencies,
  context: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<{ user: FoundUser; buckets: readonly Bucket[] }> {
  const { uow } = dependencies;
  const emailKey = addressKey(email);
  const device = readDevice(context);
  const deviceHash = hashToken(device ?? '');
  const { user, isKnown } = await uow.runAuth(async (tx) => {
    const [found] = await tx.query(selectUserByEmail(emailKey));
    const [known] = await tx.query(selectDevice(found?.id ?? '', deviceHash));
    return { user: found, isKnown: known?.found === true };
  });
  const buckets = [
    user && isKnown ? deviceBucket(user.id, deviceHash) : accountBucket(emailKey),
    addressBucket(context.address),
  ];
  await takeAttempt(uow, buckets);
  const correct = await checkPassword(user?.password_hash, password);
  if (user && correct) return { user, buckets };
  await recordRefusal(dependencies, context, user);
  throw new AppError('INVALID_CREDENTIALS');
}

/**
 * Records the refusal for the person's organization, or for the operator's organization if the address is unknown. The
 * SQL statements are the same for known and unknown addresses.
 */
async function recordRefusal(
  { uow }: AccountDependencies,
  context: RequestContext,
  user: FoundUser | undefined,
): Promise<void> {
  await uow.runAuth(async (tx) => {
    const [[account], [operator]] = await tx.queryAll([selectAccounts(user?.id ?? ''), selectOperatorTenant()]);
    const tenantId = account?.tenant_id ?? operator?.tenant_id;
    if (tenantId === undefined) return;
    const party = user ? ({ kind: 'user', id: user.id } as const) : ({ kind: 'system', id: 'anonymous' } as const);
    await recordIn(uow, tx, context, tenantId, { action: 'user.login-failed', actor: party, target: party });
  });
}

export async function logOut({ uow }: AccountDependencies, context: RequestContext<UserPrincipal>): Promise<void> {
  const { principal } = context;
  await uow.runAuth(async (tx) => {
    tx.write(deleteSession(principal.sessionHash));
    await recordOwn(uow, tx, context, { who: principal, action: 'user.logged-out' });
  });
}
