/**
 * Slows down password guessing. Attempts are counted by account, by network address and by browser. A browser that the
 * person has signed in with before has its own count, so an attacker elsewhere cannot lock out the owner. An attempt
 * counts as failed before the password is checked, so fifty concurrent attempts count as fifty. The correct password
 * resets the count.
 */
import { addressKey } from '@countersign/contract';
import { sha256 } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  type AttemptRow,
  deleteOldAttempts,
  ensureAttempts,
  lockAttempts,
  resetAttempt,
  refundAttempt,
  updateAttempt,
} from './proof-store.ts';

/**
 * The number of incorrect passwords allowed before a wait applies. Each further attempt doubles the wait, from one
 * minute to one hour.
 */
const FREE = { account: 10, address: 50, mail: 5 } as const;
const LONGEST_SECONDS = 3600;
const FORGET_AFTER_MS = 24 * 3_600_000;

/** A successful attempt resets the bucket. If `shared` is true, only the attempt itself is no longer counted. */
export type Bucket = { key: Buffer; free: number; shared: boolean };
const bucket = (name: string, kind: keyof typeof FREE): Bucket => ({
  key: sha256(Buffer.from(name)),
  free: FREE[kind],
  shared: kind === 'address',
});
export const accountBucket = (emailKey: string) => bucket(`account ${emailKey}`, 'account');
export const deviceBucket = (userId: string, device: Buffer) =>
  bucket(`device ${userId} ${device.toString('hex')}`, 'account');
/** The bucket for a signed-in person who proves their identity again. */
export const ownBucket = (userId: string) => bucket(`own ${userId}`, 'account');
/**
 * The bucket for second factors. Only a person who knows the password can use up its attempts. `device` is set for a
 * known browser.
 */
export const factorBucket = (userId: string, device: Buffer | undefined) =>
  bucket(`factor ${userId} ${device?.toString('hex') ?? ''}`, 'account');
/**
 * The bucket for codes shown by programs that are waiting for a sign-in. It prevents a signed-in person from guessing
 * other people's codes. Anyone can start a sign-in and get a valid code, so entering a valid code does not reset the
 * bucket. It only means that this attempt does not count.
 */
export const deviceCodeBucket = (userId: string): Bucket => ({
  ...bucket(`device-code ${userId}`, 'account'),
  shared: true,
});
export const addressBucket = (address: string) => bucket(`address ${networkOf(address)}`, 'address');

/** The bucket for e-mails that anyone can trigger to an address. It prevents a stranger from flooding a mailbox. */
export const mailBucket = (emailKey: string, tenantId: string) => bucket(`mail ${emailKey} ${tenantId}`, 'mail');
/** The bucket for e-mails that a signed-in person or an API key triggers, for each target address. */
const inviterBucket = (userId: string, email: string) => bucket(`invite ${userId} ${addressKey(email)}`, 'mail');

export type AttemptDecision = { allowed: boolean; failures: number; blockedUntil: Date | null };

export function decideAttempt(row: Omit<AttemptRow, 'bucket'>, free: number, now: Date): AttemptDecision {
  if (row.blocked_until && row.blocked_until > now)
    return { allowed: false, failures: row.failures, blockedUntil: row.blocked_until };
  const failures = now.getTime() - row.last_at.getTime() > FORGET_AFTER_MS ? 1 : row.failures + 1;
  const seconds = failures < free ? 0 : Math.min(LONGEST_SECONDS, 60 * 2 ** (failures - free));
  return { allowed: true, failures, blockedUntil: seconds === 0 ? null : new Date(now.getTime() + seconds * 1000) };
}

/**
 * Counts an attempt in every bucket, or in no bucket if any of them is full. Throws TOO_MANY_ATTEMPTS. Runs in its own
 * transaction.
 */
export async function takeAttempt(uow: UnitOfWork, buckets: readonly Bucket[], message?: string): Promise<void> {
  const refusedUntil = await uow.runAuth((tx) => count(tx, buckets));
  if (!refusedUntil) return;
  const retryAfter = Math.max(1, Math.ceil((refusedUntil.getTime() - uow.now().getTime()) / 1000));
  throw new AppError(
    'TOO_MANY_ATTEMPTS',
    { retryAfterSeconds: retryAfter },
    { retryAfter, ...(message !== undefined && { message }) },
  );
}

async function count(tx: Tx, buckets: readonly Bucket[]): Promise<Date | undefined> {
  const keys = buckets.map(({ key }) => key);
  tx.write(ensureAttempts(keys, tx.now));
  const rows = await tx.query(lockAttempts(keys));
  const decided = rows.map((row) => {
    const free = buckets.find(({ key }) => key.equals(row.bucket))?.free ?? FREE.account;
    return { row, ...decideAttempt(row, free, tx.now) };
  });
  const refused = decided.filter(({ allowed }) => !allowed).map(({ blockedUntil }) => blockedUntil?.getTime() ?? 0);
  if (refused.length > 0) return new Date(Math.max(...refused));
  for (const { row, failures, blockedUntil } of decided)
    tx.write(updateAttempt(row.bucket, failures, tx.now, blockedUntil));
  return undefined;
}

/**
 * Called before a member sends an e-mail to an address of their choice. Throws TOO_MANY_MAILS. Runs in its own
 * transaction.
 */
export async function takeMail(uow: UnitOfWork, userId: string, email: string): Promise<void> {
  const refusedUntil = await uow.runAuth((tx) => count(tx, [inviterBucket(userId, email)]));
  if (!refusedUntil) return;
  const retryAfter = Math.max(1, Math.ceil((refusedUntil.getTime() - uow.now().getTime()) / 1000));
  throw new AppError('TOO_MANY_MAILS', { email, retryAfterSeconds: retryAfter }, { retryAfter });
}

export async function mayAttempt(uow: UnitOfWork, buckets: readonly Bucket[]): Promise<boolean> {
  return (await uow.runAuth((tx) => count(tx, buckets))) === undefined;
}

/**
 * Called after a correct password has been entered. In the bucket of the network address, earlier failures still count,
 * because a person who owns one account must not get more guesses at other accounts.
 */
export function resetAttempts(tx: Tx, buckets: readonly Bucket[]): void {
  for (const { key, shared } of buckets) tx.write(shared ? refundAttempt(key) : resetAttempt(key));
  tx.write(deleteOldAttempts(new Date(tx.now.getTime() - FORGET_AFTER_MS)));
}
