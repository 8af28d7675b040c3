/**
 * Taking an account back from somebody who was in it: everything ends by which they could come in again. What is listed here is
 * every table that holds something of that kind; a new one belongs here too (ADR 45).
 */
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { RequestContext } from '../../platform/principal.ts';
import {
  deleteChallengesOf,
  deleteDevicesSince,
  deletePasskeysSince,
  deleteRecoveryCodesSince,
  deleteSsoLinkSince,
  deleteTotpSince,
  deleteWebhooksSince,
  endInPersonSince,
  endIssuedLinksSince,
  markEvicted,
  pauseWebhooksSince,
  revokeInvitationsSince,
  revokeKeysSince,
  settleFactors,
} from './eviction-store.ts';
import { endLoginSteps } from './login-steps.ts';
import { endEmailTokens } from './proof-store.ts';
import { type AccountDependencies, recordOwn } from './records.ts';
import { deleteSessionsOf, selectAccounts, selectTenants } from './store.ts';

/** What nobody knows; made before the transaction, because argon2id takes a while. */
export const unknownPassword = (): Promise<string> => hashPassword(randomToken());

export type Eviction = {
  userId: string;
  /** What was made from this moment on ends; sessions, bearers and the password end whenever they began. */
  since: Date;
  passwordHash: string;
};

/** In the role `auth`; leaves the transaction there. */
export async function evict(
  { uow }: Pick<AccountDependencies, 'uow'>,
  tx: Tx,
  context: RequestContext,
  eviction: Eviction,
): Promise<void> {
  const { userId } = eviction;
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
      action: 'user.email-change-undone',
      more: { data: { ...personal, ...ended } },
    });
  }
  tx.enter({ role: 'auth' });
}

async function endPersonal(tx: Tx, { userId, since, passwordHash }: Eviction): Promise<Record<string, number>> {
  const sessions = await tx.query(deleteSessionsOf(userId, null));
  const passkeys = await tx.query(deletePasskeysSince(userId, since));
  const apps = await tx.query(deleteTotpSince(userId, since));
  tx.write(deleteRecoveryCodesSince(userId, since));
  tx.write(settleFactors(userId));
  tx.write(deleteChallengesOf(userId));
  tx.write(deleteDevicesSince(userId, since));
  endLoginSteps(tx, userId);
  for (const purpose of ['reset-password', 'change-email', 'verify-email'] as const)
    tx.write(endEmailTokens(userId, purpose, tx.now));
  tx.write(markEvicted(userId, passwordHash, tx.now));
  return { sessions: sessions.length, passkeys: passkeys.length, authenticator_apps: apps.length };
}

async function endInTenant(tx: Tx, tenantId: string, { userId, since }: Eviction): Promise<Record<string, string>> {
  const keys = (await tx.query(revokeKeysSince(tenantId, userId, since, tx.now))).map(({ id }) => id);
  const parties = [userId, ...keys];
  const ended = {
    api_keys: keys,
    webhooks_deleted: await idsOf(tx.query(deleteWebhooksSince(tenantId, parties, since, tx.now))),
    webhooks_paused: await idsOf(tx.query(pauseWebhooksSince(tenantId, parties, since, tx.now))),
    invitations: await idsOf(tx.query(revokeInvitationsSince(tenantId, userId, since, tx.now))),
    in_person_sessions: await idsOf(tx.query(endInPersonSince(tenantId, parties, since, tx.now))),
    signing_links: await idsOf(tx.query(endIssuedLinksSince(tenantId, parties, since))),
    sso_links: await idsOf(tx.query(deleteSsoLinkSince(tenantId, userId, since))),
  };
  return Object.fromEntries(
    Object.entries(ended).flatMap(([name, ids]) => (ids.length === 0 ? [] : [[name, ids.join(' ')]])),
  );
}

const idsOf = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);
