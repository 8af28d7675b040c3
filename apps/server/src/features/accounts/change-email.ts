/**
 * Changes the e-mail address. The new address must be confirmed from a session of the account. Otherwise, one careless
 * click on a link could assign a stranger's address to the account. The old address is notified and can undo the
 * change.
 */
import { addressKey } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { refuseForeignSession } from '../../platform/step-up.ts';
import { queueMail } from './account-mail.ts';
import { takeMail } from './attempts.ts';
import { evict, unknownPassword } from './eviction.ts';
import { readEmailLink } from './mail-links.ts';
import { endEmailTokens, endLaterUndoTokens, insertEmailToken, insertUndoToken, useEmailToken } from './proof-store.ts';
import { type AccountDependencies, recordOwn } from './records.ts';
import { deleteSessionsOf, lockUser, rotateSession, selectUser, updateEmail } from './store.ts';

const CONFIRM_HOURS = 24;
const UNDO_DAYS = 7;
const HOUR_MS = 3_600_000;

/**
 * The response does not depend on whether the new address has an account. Only the e-mail to that address reveals it.
 */
export async function changeEmail(
  { uow }: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  { email }: { email: string },
): Promise<void> {
  const { principal } = context;
  await takeMail(uow, principal.userId, email);
  await uow.runAuth(async (tx) => {
    const [user] = await tx.query(selectUser(principal.userId));
    if (!user) throw new AppError('UNAUTHORIZED');
    const linkId = newId('emailToken', tx.now);
    tx.write(endEmailTokens(user.id, 'change-email', tx.now));
    tx.write(insertEmailToken(linkId, 'change-email', user.id, email, tx.now, hours(tx.now, CONFIRM_HOURS)));
    await queueMail(uow, tx, {
      mail: 'change-email',
      to: email,
      name: user.name,
      linkId,
      tenantId: principal.tenantId,
    });
    await recordOwn(uow, tx, context, {
      who: principal,
      action: 'user.email-change-asked',
      more: { fields: { email } },
    });
  });
}

/** Ends all other sessions of the account and rotates the current session. Returns the new session token. */
export async function confirmEmailChange(
  { uow, linkKey }: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  input: { token: string },
): Promise<string> {
  const { principal } = context;
  refuseForeignSession(principal);
  const id = readEmailLink(linkKey, 'change-email', input.token);
  if (!id) throw new AppError('MAIL_LINK_INVALID');
  return uow
    .runAuth(async (tx) => {
      const [used] = await tx.query(useEmailToken(id, 'change-email', tx.now));
      // The link belongs to another account. The error rolls back the transaction, so the link stays unused.
      if (used?.user_id !== principal.userId) throw new AppError('MAIL_LINK_INVALID');
      const [, [user]] = await tx.queryAll([lockUser(principal.userId), selectUser(principal.userId)]);
      const fresh = randomToken();
      const [rotated] = await tx.query(rotateSession(principal.sessionHash, hashToken(fresh), null));
      if (!user || !rotated) throw new AppError('UNAUTHORIZED');
      tx.write(updateEmail(user.id, used.email, addressKey(used.email), tx.now));
      tx.write(deleteSessionsOf(user.id, hashToken(fresh)));
      tx.write(endEmailTokens(user.id, 'reset-password', tx.now));
      const linkId = newId('emailToken', tx.now);
      // An attacker may have prepared the address change, so earlier actions of the session are also undone.
      const since = rotated.created_at < used.created_at ? rotated.created_at : used.created_at;
      tx.write(insertUndoToken(linkId, user.id, user.email, tx.now, hours(tx.now, UNDO_DAYS * 24), since));
      await queueMail(uow, tx, { mail: 'email-changed', to: user.email, name: user.name, linkId, detail: used.email });
      await recordOwn(uow, tx, context, {
        who: principal,
        action: 'user.email-changed',
        more: {
          fields: { from: user.email, to: used.email },
        },
      });
      return fresh;
    })
    .catch(taken);
}

/**
 * Gives the account back to the person who can read e-mail at the old address. Revokes all access that the account has
 * created since the change was requested, including its password, and sends a link to set a new password. Notifies both
 * addresses.
 */
export async function undoEmailChange(
  dependencies: AccountDependencies,
  context: RequestContext,
  input: { token: string },
): Promise<void> {
  const { uow, linkKey } = dependencies;
  const id = readEmailLink(linkKey, 'undo-email-change', input.token);
  if (!id) throw new AppError('MAIL_LINK_INVALID');
  const passwordHash = await unknownPassword();
  await uow
    .runAuth(async (tx) => {
      const [used] = await tx.query(useEmailToken(id, 'undo-email-change', tx.now));
      if (!used) throw new AppError('MAIL_LINK_INVALID');
      const { user_id: userId, email } = used;
      const [, [user]] = await tx.queryAll([lockUser(userId), selectUser(userId)]);
      if (!user) throw new AppError('MAIL_LINK_INVALID');
      tx.write(updateEmail(userId, email, addressKey(email), tx.now));
      tx.write(endLaterUndoTokens(userId, used.created_at, tx.now));
      await evict(dependencies, tx, context, {
        userId,
        since: used.covers_from ?? used.created_at,
        passwordHash,
        action: 'user.email-change-undone',
      });
      const notice = { mail: 'email-change-undone', name: user.name, detail: email } as const;
      for (const to of new Set([email, user.email])) await queueMail(uow, tx, { ...notice, to });
      await queueMail(uow, tx, { mail: 'reset-password', to: email, linkId: newId('emailToken', tx.now) });
    })
    .catch(taken);
}

function hours(now: Date, count: number): Date {
  return new Date(now.getTime() + count * HOUR_MS);
}

function taken(error: unknown): never {
  if (isUniqueViolation(error, 'users_email_key_key')) throw new AppError('EMAIL_TAKEN', {}, { cause: error });
  throw error;
}
