/**
 * Lets the owner of a mailbox recover an account from an intruder (ADR 85). Links in notices, in e-mails about address
 * changes and in password e-mails show the account's recent actions. When the owner confirms, everything that was added
 * since is removed.
 */
import { addressKey } from '@countersign/contract';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { queueMail } from './account-mail.ts';
import { judgePassword } from './change-password.ts';
import { evict } from './eviction.ts';
import {
  canBeEnded,
  type HistoryEntry,
  historyBegins,
  HISTORY_DAYS,
  historyView,
  isSignIn,
  readHistory,
} from './history.ts';
import { readEmailLink } from './mail-links.ts';
import {
  type EmailTokenRow,
  endLaterUndoTokens,
  selectEmailToken,
  type TokenPurpose,
  upsertDevice,
  useEmailToken,
} from './proof-store.ts';
import type { AccountDependencies } from './records.ts';
import { readDevice } from './session-start.ts';
import { lockUser, selectMayReset, selectUser, updateEmail, updateVerified, type UserRow } from './store.ts';

export type RecoveryDependencies = AccountDependencies & { vault: Vault };

/** Only the owner's mailbox receives links with these purposes. */
const PURPOSES = ['recover-account', 'undo-email-change', 'reset-password'] as const satisfies readonly TokenPurpose[];
type Purpose = (typeof PURPOSES)[number];
type Link = { id: NonNullable<ReturnType<typeof readEmailLink>>; purpose: Purpose };

function readLink({ linkKey }: RecoveryDependencies, token: string): Link {
  for (const purpose of PURPOSES) {
    const id = readEmailLink(linkKey, purpose, token);
    if (id) return { id, purpose };
  }
  throw new AppError('MAIL_LINK_INVALID');
}

/**
 * Returns the account that a link belongs to. A link that was sent to a replaced address gives no access, unless the
 * link undoes the address change.
 */
async function accountOf(tx: Tx, { id, purpose }: Link): Promise<{ link: EmailTokenRow; user: UserRow }> {
  const [link] = await tx.query(selectEmailToken(id, purpose, tx.now));
  const [user] = link ? await tx.query(selectUser(link.user_id)) : [];
  if (!link || !user || (purpose !== 'undo-email-change' && addressKey(link.email) !== addressKey(user.email)))
    throw new AppError('MAIL_LINK_INVALID');
  const [reset] = await tx.query(selectMayReset(user.id));
  if (reset?.may_reset !== true) throw new AppError('MAIL_LINK_INVALID');
  return { link, user };
}

/** Only reads data, so e-mail programs that prefetch links do no harm. */
export async function reviewAccount(
  dependencies: RecoveryDependencies,
  { language }: Pick<RequestContext, 'language'>,
  input: { token: string },
) {
  const { uow, vault } = dependencies;
  const link = readLink(dependencies, input.token);
  return uow.runAuth(async (tx) => {
    const { link: row, user } = await accountOf(tx, link);
    const history = await readHistory(tx, vault, user.id);
    const view = (one: HistoryEntry) => historyView(one, language());
    return {
      email: row.email,
      since: historyBegins(tx.now).toISOString(),
      sign_ins: history.filter(isSignIn).map(view),
      changes: history.filter((one) => !isSignIn(one)).map(view),
    };
  });
}

/**
 * Only one of several concurrent requests succeeds. Everything older than the sign-in that the owner recognizes is
 * kept, in particular second factors, because access to the mailbox alone must not override them.
 */
export async function recoverAccount(
  dependencies: RecoveryDependencies,
  context: RequestContext,
  input: { token: string; password: string; confirmedSignInId: string | null; alsoEnd: readonly string[] },
): Promise<{ device: string; ended: Record<string, number> }> {
  const { uow, vault } = dependencies;
  const link = readLink(dependencies, input.token);
  const { user } = await uow.runAuth((tx) => accountOf(tx, link));
  await judgePassword(dependencies, user, input.password, 'password');
  const passwordHash = await hashPassword(input.password);
  const device = readDevice(context) ?? randomToken();
  const ended = await uow
    .runAuth(async (tx) => {
      const { link: row } = await accountOf(tx, link);
      const [used] = await tx.query(useEmailToken(link.id, link.purpose, tx.now));
      if (!used) throw new AppError('MAIL_LINK_INVALID');
      tx.write(lockUser(user.id));
      const history = await readHistory(tx, vault, user.id);
      const confirmed = confirmedAt(history, input.confirmedSignInId, tx.now);
      const asked = row.covers_from ?? (link.purpose === 'undo-email-change' ? row.created_at : confirmed);
      if (link.purpose === 'undo-email-change') {
        tx.write(updateEmail(user.id, row.email, addressKey(row.email), tx.now));
        tx.write(endLaterUndoTokens(user.id, row.created_at, tx.now));
      } else tx.write(updateVerified(user.id, tx.now));
      const since = confirmed < asked ? confirmed : asked;
      const counts = await evict(dependencies, tx, context, {
        userId: user.id,
        since,
        passwordHash,
        action: 'user.account-recovered',
        history,
        also: chosenOf(history, input.alsoEnd),
      });
      tx.write(upsertDevice(user.id, hashToken(device), tx.now));
      for (const to of new Set([row.email, user.email]))
        await queueMail(uow, tx, { mail: 'password-changed', to, name: user.name });
      return counts;
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'users_email_key_key')) throw new AppError('EMAIL_TAKEN', {}, { cause: error });
      throw error;
    });
  return { device, ended };
}

/**
 * Returns the time of the sign-in that the owner recognizes as their own. If the owner recognizes none, the whole
 * history may be an intruder's.
 */
function confirmedAt(history: readonly HistoryEntry[], id: string | null, now: Date): Date {
  if (id === null) return historyBegins(now);
  const found = history.find((one) => isSignIn(one) && one.entry.id === id);
  if (!found)
    throw invalid('confirmedSignInId', `must be the ID of a sign-in in the last ${HISTORY_DAYS} days, or null`);
  return found.at;
}

function chosenOf(history: readonly HistoryEntry[], ids: readonly string[]): HistoryEntry[] {
  return ids.map((id, n) => {
    const found = history.find(({ entry }) => entry.id === id);
    if (!found || !canBeEnded(found))
      throw invalid(`alsoEnd[${n}]`, 'must be the ID of a change in the review that has `can_be_ended: true`');
    return found;
  });
}
