/** Sets a new password after the person has proved the current password or access to the mailbox. */
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { queueMail } from './account-mail.ts';
import { endLoginSteps } from './login-steps.ts';
import { readEmailLink } from './mail-links.ts';
import { DEFAULT_MIN_LENGTH, refuseWeakPassword } from './password-policy.ts';
import { endEmailTokens, selectEmailToken, upsertDevice, useEmailToken } from './proof-store.ts';
import { type AccountDependencies, recordOwn } from './records.ts';
import { readDevice } from './session-start.ts';
import { proveOwnPassword } from './step-up.ts';
import {
  deleteSessionsOf,
  rotateSession,
  selectAccounts,
  selectMayReset,
  selectUser,
  updatePassword,
  updateVerified,
} from './store.ts';

/**
 * Ends all other sessions and gives the current session a new token, so a copied cookie no longer works. Returns the
 * token.
 */
export async function changePassword(
  dependencies: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  input: { currentPassword: string; newPassword: string },
): Promise<string> {
  const { uow } = dependencies;
  const { principal } = context;
  const user = await proveOwnPassword(dependencies, context, input.currentPassword);
  await judgePassword(dependencies, user, input.newPassword, 'newPassword');
  const hash = await hashPassword(input.newPassword);
  return uow.runAuth(async (tx) => {
    const fresh = randomToken();
    // If a session sends two changes at the same time, the second change fails because the token was replaced.
    const [rotated] = await tx.query(rotateSession(principal.sessionHash, hashToken(fresh), null));
    if (!rotated) throw new AppError('UNAUTHORIZED');
    tx.write(updatePassword(user.id, hash));
    tx.write(deleteSessionsOf(user.id, hashToken(fresh)));
    tx.write(endEmailTokens(user.id, 'reset-password', tx.now));
    endLoginSteps(tx, user.id);
    await queueMail(uow, tx, { mail: 'password-changed', to: user.email, name: user.name });
    await recordOwn(uow, tx, context, {
      who: principal,
      action: 'user.password-changed',
      more: { data: { by: 'password' } },
    });
    return fresh;
  });
}

/** Applies the strictest minimum password length among the person's organizations. */
export async function judgePassword(
  { uow }: AccountDependencies,
  user: { id: string; name: string; email: string },
  password: string,
  field: string,
): Promise<void> {
  const accounts = await uow.readAuth(selectAccounts(user.id));
  const minimums = accounts.map((account) => account.password_min_length ?? DEFAULT_MIN_LENGTH);
  await refuseWeakPassword(
    password,
    {
      minLength: minimums.length === 0 ? DEFAULT_MIN_LENGTH : Math.max(...minimums),
      name: user.name,
      email: user.email,
      organizations: accounts.map(({ organization }) => organization),
    },
    field,
  );
}

/** Only queues the e-mail, so the response reveals nothing. The job checks whether the address has an account. */
export async function forgotPassword(
  { uow }: AccountDependencies,
  _context: RequestContext,
  { email }: { email: string },
): Promise<void> {
  await uow.runAuth((tx) =>
    queueMail(uow, tx, { mail: 'forgot-password', to: email, linkId: newId('emailToken', tx.now) }),
  );
}

/**
 * Sets the password with the link from the e-mail. Only one of several concurrent requests succeeds. Ends every session
 * and every other password link. Marks this browser as known, so that the owner can sign in even during a guessing
 * attack. Starts no session, because a second factor may still be required.
 */
export async function resetPassword(
  dependencies: AccountDependencies,
  context: RequestContext,
  input: { token: string; password: string },
): Promise<{ device: string }> {
  const { uow, linkKey } = dependencies;
  const id = readEmailLink(linkKey, 'reset-password', input.token);
  if (!id) throw new AppError('MAIL_LINK_INVALID');
  const user = await uow.runAuth(async (tx) => {
    const [link] = await tx.query(selectEmailToken(id, 'reset-password', tx.now));
    const [found] = link ? await tx.query(selectUser(link.user_id)) : [];
    return found && link?.email === found.email ? found : undefined;
  });
  if (!user) throw new AppError('MAIL_LINK_INVALID');
  await judgePassword(dependencies, user, input.password, 'password');
  const hash = await hashPassword(input.password);
  const device = readDevice(context) ?? randomToken();
  await uow.runAuth(async (tx) => {
    const [used] = await tx.query(useEmailToken(id, 'reset-password', tx.now));
    const [reset] = await tx.query(selectMayReset(user.id));
    if (!used || reset?.may_reset !== true) throw new AppError('MAIL_LINK_INVALID');
    tx.write(updatePassword(user.id, hash));
    tx.write(updateVerified(user.id, tx.now));
    tx.write(deleteSessionsOf(user.id, null));
    tx.write(endEmailTokens(user.id, 'reset-password', tx.now));
    endLoginSteps(tx, user.id);
    tx.write(upsertDevice(user.id, hashToken(device), tx.now));
    await queueMail(uow, tx, { mail: 'password-changed', to: user.email, name: user.name });
    await recordReset(dependencies, tx, context, user.id);
  });
  return { device };
}

/** Records the password reset in the trail of the organization that the person used last, if there is one. */
async function recordReset(
  { uow }: AccountDependencies,
  tx: Tx,
  context: RequestContext,
  userId: string,
): Promise<void> {
  const [account] = await tx.query(selectAccounts(userId));
  if (!account) return;
  const who = { tenantId: account.tenant_id, userId };
  await recordOwn(uow, tx, context, { who, action: 'user.password-changed', more: { data: { by: 'mail' } } });
}
