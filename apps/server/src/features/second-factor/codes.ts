/**
 * Verifies codes of an authenticator app (RFC 6238) and recovery codes. Each code works once, even with concurrent
 * requests.
 */
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SecondFactor } from '../../platform/principal.ts';
import {
  factorBucket,
  findKnownDevice,
  resetAttempts,
  queueMail,
  recordOwn,
  selectAccounts,
  takeAttempt,
} from '../accounts/index.ts';
import { readCode, TOTP_PERIOD, TOTP_WINDOW } from './domain.ts';
import { type FactorDependencies, recordRefused, recoveryHash } from './factors.ts';
import { selectStatus, selectTotp, useRecoveryCode, useTotpStep } from './store.ts';

const ISSUER = 'Countersign';
export const TOO_MANY_CODES =
  'Too many wrong codes. Wait for the number of seconds in the `Retry-After` header, or use a passkey if you have one.';

export function authenticator(secret: Uint8Array, email = ''): TOTP {
  // Only parameters that every app supports are used. Some apps silently ignore SHA-256 or eight digits.
  return new TOTP({
    issuer: ISSUER,
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: TOTP_PERIOD,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
}

/** Returns undefined unless the code is valid for the current time step, the previous step or the next step. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = authenticator(secret).validate({ token: code, timestamp, window: TOTP_WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / TOTP_PERIOD) + delta;
}

export const sealedFor = (userId: string): string => `totp ${userId}`;

/**
 * Uses a code and runs `then` in the same transaction. Callers have proved the password or have a session, so a
 * stranger cannot increase the count of wrong codes. Wrong codes from a known browser are counted separately. Throws
 * WRONG_CODE, TOO_MANY_ATTEMPTS, and any error of `then`, in which case the code is not used.
 */
export async function proveCode<T>(
  dependencies: FactorDependencies,
  context: RequestContext,
  { userId, code }: { userId: string; code: string },
  then: (tx: Tx, factor: SecondFactor) => Promise<T>,
): Promise<T> {
  const { uow } = dependencies;
  const device = await uow.runAuth((tx) => findKnownDevice(tx, context, userId));
  const buckets = [factorBucket(userId, device)];
  await takeAttempt(uow, buckets, TOO_MANY_CODES);
  const done = await uow.runAuth(async (tx) => {
    const factor = await useCode(dependencies, tx, context, userId, code);
    if (!factor) {
      await recordRefused(dependencies, tx, context, { userId, action: 'user.second-factor-refused' });
      return undefined;
    }
    resetAttempts(tx, buckets);
    return { value: await then(tx, factor) };
  });
  if (!done) throw new AppError('WRONG_CODE');
  return done.value;
}

async function useCode(
  dependencies: FactorDependencies,
  tx: Tx,
  context: RequestContext,
  userId: string,
  typed: string,
): Promise<SecondFactor | undefined> {
  const read = readCode(typed);
  if (!read) return undefined;
  if (read.kind === 'recovery-code') {
    const [used] = await tx.query(useRecoveryCode(userId, recoveryHash(userId, read.code), tx.now));
    if (!used) return undefined;
    await notifyOfRecoveryCode(dependencies, tx, context, userId);
    return read.kind;
  }
  const [row] = await tx.query(selectTotp(userId));
  const step = row?.confirmed_at
    ? stepOf(dependencies.vault.open(sealedFor(userId), row.secret_sealed), read.code, tx.now)
    : undefined;
  if (step === undefined) return undefined;
  const [used] = await tx.query(useTotpStep(userId, step));
  return used && read.kind;
}

async function notifyOfRecoveryCode(
  { uow }: FactorDependencies,
  tx: Tx,
  context: RequestContext,
  userId: string,
): Promise<void> {
  const [[account], [status]] = await tx.queryAll([selectAccounts(userId), selectStatus(userId)]);
  if (!account) return;
  const left = status?.recovery_codes ?? 0;
  await queueMail(uow, tx, { mail: 'recovery-code-used', to: account.email, name: account.name, detail: String(left) });
  const who = { tenantId: account.tenant_id, userId };
  await recordOwn(uow, tx, context, { who, action: 'user.recovery-code-used', more: { data: { left } } });
  tx.enter({ role: 'auth' });
}
