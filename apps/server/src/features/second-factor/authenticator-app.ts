/** Sets up and removes an authenticator app, manages recovery codes, and reports the current factors. */
import type { TwoFactorStatus } from '@countersign/contract';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import { qrCode } from '../../platform/qr-code.ts';
import { isBound, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import { refuseForeignSession } from '../../platform/step-up.ts';
import { factorBucket, resetAttempts, queueMail, recordOwn, selectAccounts, takeAttempt } from '../accounts/index.ts';
import { authenticator, sealedFor, stepOf, TOO_MANY_CODES } from './codes.ts';
import { isSetupOpen, readCode } from './domain.ts';
import {
  type Added,
  type FactorDependencies,
  factorAdded,
  factorRemoved,
  lockPerson,
  recordRefused,
  writeRecoveryCodes,
} from './factors.ts';
import { confirmTotp, deleteTotp, selectStatus, selectTotp, upsertTotp } from './store.ts';

/** The size of the secret. RFC 4226 §4 R6 requires at least 128 bits and recommends 160. */
const SECRET_BYTES = 20;

/**
 * Returns the status of the account's factors. A session opened by single sign-on cannot see them, because they belong
 * to the account and not to the organization.
 */
export async function getTwoFactor({ uow }: FactorDependencies, principal: UserPrincipal): Promise<TwoFactorStatus> {
  const { userId } = principal;
  const isForeign = isBound(principal);
  return uow.runAuth(async (tx) => {
    const [status] = isForeign ? [] : await tx.query(selectStatus(userId));
    const memberships = await tx.query(selectAccounts(userId));
    const accounts = memberships.filter((row) => !isForeign || row.organization_id === principal.organizationId);
    const confirmedAt = status?.confirmed_at ?? null;
    const passkeys = status?.passkeys ?? 0;
    return {
      enabled: confirmedAt !== null || passkeys > 0,
      totp: { enabled: confirmedAt !== null, confirmed_at: confirmedAt?.toISOString() ?? null },
      passkeys,
      recoveryCodesLeft: status?.recovery_codes ?? 0,
      requiredBy: accounts.filter((account) => account.require_two_factor).map(({ organization }) => organization),
    };
  });
}

/** Creates a secret, which takes effect only once a code from it has been confirmed. */
export async function setUpTwoFactor(
  { uow, vault }: FactorDependencies,
  context: RequestContext<UserPrincipal>,
): Promise<{ secret: string; otpauthUrl: string; qrCode: string }> {
  const { principal } = context;
  const secret = randomSecret(SECRET_BYTES);
  await uow.runAuth(async (tx) => {
    const sealed = vault.seal(sealedFor(principal.userId), secret);
    const [written] = await tx.query(upsertTotp(principal.userId, sealed, tx.now));
    if (!written) throw new AppError('TWO_FACTOR_ENABLED');
  });
  const app = authenticator(secret, principal.email);
  const otpauthUrl = app.toString();
  return { secret: app.secret.base32, otpauthUrl, qrCode: qrCode(otpauthUrl) };
}

/**
 * Turns the app on with its first code. Only one of several concurrent requests succeeds. Wrong codes count toward the
 * rate limit.
 */
export async function enableTwoFactor(
  dependencies: FactorDependencies,
  context: RequestContext<UserPrincipal>,
  { code }: { code: string },
): Promise<Added> {
  const { uow, vault } = dependencies;
  const { principal } = context;
  const { userId } = principal;
  refuseForeignSession(principal);
  const buckets = [factorBucket(userId, undefined)];
  await takeAttempt(uow, buckets, TOO_MANY_CODES);
  const added = await uow.runAuth(async (tx) => {
    const user = await lockPerson(tx, userId);
    const [row] = await tx.query(selectTotp(userId));
    if (row?.confirmed_at) throw new AppError('TWO_FACTOR_ENABLED');
    if (!row || !isSetupOpen(row, tx.now)) throw new AppError('NO_TWO_FACTOR_SETUP');
    const read = readCode(code);
    const step =
      read?.kind === 'totp' ? stepOf(vault.open(sealedFor(userId), row.secret_sealed), read.code, tx.now) : undefined;
    if (step === undefined) {
      await recordRefused(dependencies, tx, context, { userId, action: 'user.second-factor-refused' });
      return undefined;
    }
    resetAttempts(tx, buckets);
    tx.write(confirmTotp(userId, step, tx.now));
    const done = await factorAdded(tx, principal, 'totp');
    await queueMail(uow, tx, { mail: 'two-factor-on', to: user.email, name: user.name });
    await recordOwn(uow, tx, context, { who: principal, action: 'user.two-factor-enabled' });
    return done;
  });
  if (!added) throw new AppError('WRONG_CODE');
  return added;
}

export async function disableTwoFactor(
  { uow }: FactorDependencies,
  context: RequestContext<UserPrincipal>,
): Promise<void> {
  const { principal } = context;
  await uow.runAuth(async (tx) => {
    const user = await lockPerson(tx, principal.userId);
    const [deleted] = await tx.query(deleteTotp(principal.userId));
    if (!deleted?.confirmed_at) throw new AppError('TWO_FACTOR_NOT_ENABLED');
    const last = await factorRemoved(tx, principal.userId);
    const mail = last ? 'two-factor-off' : 'authenticator-removed';
    await queueMail(uow, tx, { mail, to: user.email, name: user.name });
    await recordOwn(uow, tx, context, { who: principal, action: 'user.two-factor-disabled', more: { data: { last } } });
  });
}

export async function renewRecoveryCodes(
  { uow }: FactorDependencies,
  context: RequestContext<UserPrincipal>,
): Promise<string[]> {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const user = await lockPerson(tx, principal.userId);
    if (!user.two_factor_since) throw new AppError('TWO_FACTOR_NOT_ENABLED');
    const codes = writeRecoveryCodes(tx, user.id);
    await queueMail(uow, tx, { mail: 'recovery-codes-made', to: user.email, name: user.name });
    await recordOwn(uow, tx, context, { who: principal, action: 'user.recovery-codes-made' });
    return codes;
  });
}
