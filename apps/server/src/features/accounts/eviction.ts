/**
 * Removes an intruder's access to an account, including every way to get in again. This file lists every table with
 * such data. New tables of this kind must be added here (ADR 45).
 */
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { RequestContext } from '../../platform/principal.ts';
import {
  deleteChallengesOf,
  deleteDevicesSince,
  deleteRecoveryCodesSince,
  deleteSsoLinkSince,
  deleteWebhooksSince,
  endInPersonSince,
  markEvicted,
  pauseWebhooksSince,
  revokeInvitationsSince,
  deleteUselessCodes,
  discardInPersonFiles,
  endTwoFactor,
  selectHasFactor,
  suspendKeysSince,
  suspendPasskeysSince,
  suspendTotpSince,
} from './eviction-store.ts';
import { endIssuedLinksSince } from '../document-core/index.ts';
import { type HistoryEntry, isSsoChange, rolesBefore, targetsOf } from './history.ts';
import { removeSingleSignOn, restoreRole, selectInvited, suspendMembers } from './history-store.ts';
import { endLoginSteps } from './login-steps.ts';
import { endEmailTokens } from './proof-store.ts';
import { type AccountDependencies, recordOwn } from './records.ts';
import { deleteSessionsOf, selectAccounts, selectTenants } from './store.ts';

/** A random password that nobody knows. It is hashed before the transaction starts, because argon2id is slow. */
export const unknownPassword = (): Promise<string> => hashPassword(randomToken());

export type Eviction = {
  userId: string;
  /**
   * Access granted since this time is removed. Sessions, bearer tokens and the password are removed regardless of age.
   */
  since: Date;
  passwordHash: string;
  action: 'user.email-change-undone' | 'user.account-recovered';
  /** The account's history in the audit log, the only source for changes to members, roles and single sign-on. */
  history?: readonly HistoryEntry[];
  also?: readonly HistoryEntry[];
};

/** Runs in the `auth` role and leaves the transaction there. */
export async function evict(
  { uow }: Pick<AccountDependencies, 'uow'>,
  tx: Tx,
  context: RequestContext,
  eviction: Eviction,
): Promise<Record<string, number>> {
  const { userId } = eviction;
  const counts: Record<string, number> = {};
  const personal = await endPersonal(tx, eviction);
  const tenants = [];
  for (const { tenant_id: live } of await tx.query(selectAccounts(userId))) {
    tx.enter({ role: 'auth' });
    tenants.push(...(await tx.query(selectTenants(live))));
  }
  for (const { tenant_id: tenantId } of tenants) {
    tx.enter({ role: 'app', tenantId });
    const ended = await endInTenant(tx, tenantId, eviction);
    const who = { tenantId, userId };
    await recordOwn(uow, tx, context, {
      who,
      action: eviction.action,
      more: { data: { since: eviction.since.toISOString(), ...personal, ...ended } },
    });
    for (const [name, ids] of Object.entries(ended)) counts[name] = (counts[name] ?? 0) + ids.split(' ').length;
  }
  tx.enter({ role: 'auth' });
  return { ...personal, ...counts };
}

async function endPersonal(tx: Tx, { userId, since, passwordHash }: Eviction): Promise<Record<string, number>> {
  const sessions = await tx.query(deleteSessionsOf(userId, null));
  const passkeys = await tx.query(suspendPasskeysSince(userId, since, tx.now));
  const apps = await tx.query(suspendTotpSince(userId, since, tx.now));
  tx.write(deleteRecoveryCodesSince(userId, since));
  tx.write(deleteUselessCodes(userId));
  const [factors] = await tx.query(selectHasFactor(userId));
  if (!factors?.any) tx.write(endTwoFactor(userId));
  tx.write(deleteChallengesOf(userId));
  tx.write(deleteDevicesSince(userId, since));
  endLoginSteps(tx, userId);
  for (const purpose of ['reset-password', 'change-email', 'verify-email', 'recover-account'] as const)
    tx.write(endEmailTokens(userId, purpose, tx.now));
  tx.write(markEvicted(userId, passwordHash, tx.now));
  return { sessions: sessions.length, passkeys: passkeys.length, authenticator_apps: apps.length };
}

async function endInTenant(
  tx: Tx,
  tenantId: string,
  { userId, since, history = [], also = [] }: Eviction,
): Promise<Record<string, string>> {
  const named = (prefix: string) =>
    also
      .filter((one) => one.tenantId === tenantId && one.entry.type.startsWith(prefix))
      .map(({ entry }) => entry.target.id);
  const keys = await idsOf(tx.query(suspendKeysSince(tenantId, userId, since, tx.now, named('api-key.'))));
  const parties = [userId, ...keys];
  const sessions = await tx.query(endInPersonSince(tenantId, parties, since, tx.now));
  for (const { id, signer_id: signerId } of sessions) tx.write(discardInPersonFiles(signerId, id));
  const ended = {
    api_keys: keys,
    webhooks_deleted: await idsOf(tx.query(deleteWebhooksSince(tenantId, parties, since, tx.now, named('webhook.')))),
    webhooks_paused: await idsOf(tx.query(pauseWebhooksSince(tenantId, parties, since, tx.now))),
    invitations: await idsOf(tx.query(revokeInvitationsSince(tenantId, userId, since, tx.now, named('invitation.')))),
    in_person_sessions: sessions.map(({ id }) => id),
    signing_links: await idsOf(tx.query(endIssuedLinksSince({ tenantId, to: parties, since }))),
    sso_links: await idsOf(tx.query(deleteSsoLinkSince(tenantId, userId, since))),
    ...(history.length > 0 && (await undoForOthers(tx, tenantId, { userId, since, history, also }))),
  };
  return Object.fromEntries(
    Object.entries(ended).flatMap(([name, ids]) => (ids.length === 0 ? [] : [[name, ids.join(' ')]])),
  );
}

/**
 * Reverts the account's changes that affect other people: suspends members it added, restores roles and removes its
 * identity provider.
 */
async function undoForOthers(
  tx: Tx,
  tenantId: string,
  { userId, since, history, also }: Pick<Required<Eviction>, 'userId' | 'since' | 'history' | 'also'>,
): Promise<Record<string, string[]>> {
  const chosen = also.filter((one) => one.tenantId === tenantId);
  const targets = (action: string) =>
    chosen.filter(({ entry }) => entry.type === action).map(({ entry }) => entry.target.id);
  const invited = await idsOf(tx.query(selectInvited(tenantId, userId, since, targets('invitation.sent'))));
  const created = [...targetsOf(history, { tenantId, since, action: 'member.created' }), ...targets('member.created')];
  const roles: string[] = [];
  for (const [member, role] of rolesBefore(history, tenantId, since))
    roles.push(...(await idsOf(tx.query(restoreRole(tenantId, member, role)))));
  const isSsoChanged = history.some((one) => one.tenantId === tenantId && one.at >= since && isSsoChange(one));
  return {
    members_deactivated: await idsOf(tx.query(suspendMembers(tenantId, [...invited, ...created], tx.now))),
    roles_restored: roles,
    single_sign_on_removed:
      isSsoChanged || chosen.some(isSsoChange) ? await idsOf(tx.query(removeSingleSignOn(tenantId))) : [],
  };
}

const idsOf = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);
