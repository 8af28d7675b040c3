/**
 * Code that all second factors share: the effects of adding the first factor and removing the last factor, and how
 * refusals are recorded.
 */
import type { AuditAction } from '../../platform/audit/actions.ts';
import { hashToken, randomSecret, randomToken, sha256 } from '../../platform/crypto/tokens.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, SecondFactor, UserPrincipal } from '../../platform/principal.ts';
import {
  type AccountDependencies,
  clearSecondFactors,
  deleteSessionsOf,
  endLoginSteps,
  lockUser,
  recordOwn,
  rotateSession,
  selectAccounts,
  selectUser,
  updateSecondFactor,
  type UserRow,
} from '../accounts/index.ts';
import { formatRecoveryCode, readCode, RECOVERY_CODES } from './domain.ts';
import { deleteRecoveryCodes, insertRecoveryCodes, refreshTwoFactor, selectStatus, type StatusRow } from './store.ts';

export type FactorDependencies = AccountDependencies & { vault: Vault };

/** The lock serializes changes to factors. */
export async function lockPerson(tx: Tx, userId: string): Promise<UserRow> {
  const [, [user]] = await tx.queryAll([lockUser(userId), selectUser(userId)]);
  if (!user) throw new AppError('UNAUTHORIZED');
  return user;
}

export type Added = {
  token: string;
  /** Set only when the person's first factor is added. */
  recoveryCodes: string[] | undefined;
};

/**
 * Called after a factor was stored. Signs out other sessions, because they were opened without the factor. This session
 * gets a higher authentication level and a new token, so a cookie that was copied before no longer works.
 */
export async function factorAdded(tx: Tx, principal: UserPrincipal, factor: SecondFactor): Promise<Added> {
  const { userId, sessionHash } = principal;
  const token = randomToken();
  const [rotated] = await tx.query(rotateSession(sessionHash, hashToken(token), null));
  if (!rotated) throw new AppError('UNAUTHORIZED');
  tx.write(updateSecondFactor(hashToken(token), factor));
  tx.write(deleteSessionsOf(userId, hashToken(token)));
  endLoginSteps(tx, userId);
  const [status] = await tx.query(selectStatus(userId));
  tx.write(refreshTwoFactor(userId, tx.now, hasFactor(status)));
  return { token, recoveryCodes: status?.recovery_codes === 0 ? writeRecoveryCodes(tx, userId) : undefined };
}

/** Returns whether the last factor was deleted. If so, the proofs in other sessions are deleted too. */
export async function factorRemoved(tx: Tx, userId: string): Promise<boolean> {
  endLoginSteps(tx, userId);
  const [status] = await tx.query(selectStatus(userId));
  const [row] = await tx.query(refreshTwoFactor(userId, tx.now, hasFactor(status)));
  if (row?.two_factor_since) return false;
  tx.write(deleteRecoveryCodes(userId));
  tx.write(clearSecondFactors(userId));
  return true;
}

const hasFactor = (status: StatusRow | undefined): boolean =>
  status !== undefined && (status.confirmed_at !== null || status.passkeys > 0);

/** Returns ten new codes. Only their hashes are stored, so they cannot be read again. */
export function writeRecoveryCodes(tx: Tx, userId: string): string[] {
  const codes = Array.from({ length: RECOVERY_CODES }, () => formatRecoveryCode(randomSecret(10)));
  tx.write(deleteRecoveryCodes(userId));
  tx.write(
    insertRecoveryCodes(
      userId,
      codes.map((code) => recoveryHash(userId, readCode(code)?.code ?? '')),
      tx.now,
    ),
  );
  return codes;
}

export function recoveryHash(userId: string, code: string): Buffer {
  return sha256(Buffer.from(`recovery code ${userId} ${code}`));
}

/**
 * Records a refusal for the organization that the person used last, if there is one. Leaves the transaction in the role
 * `auth`.
 */
export async function recordRefused(
  { uow }: FactorDependencies,
  tx: Tx,
  context: RequestContext,
  { userId, action, data = {} }: { userId: string; action: AuditAction; data?: Record<string, string> | undefined },
): Promise<void> {
  const [account] = await tx.query(selectAccounts(userId));
  if (!account) return;
  await recordOwn(uow, tx, context, { who: { tenantId: account.tenant_id, userId }, action, more: { data } });
  tx.enter({ role: 'auth' });
}
