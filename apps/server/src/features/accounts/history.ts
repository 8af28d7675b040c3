/**
 * The actions of an account in the last 90 days that could give an intruder access again, from the audit trails of its
 * organizations.
 */
import { type Entry, parseEntry } from '@countersign/audit-log';
import type { Role } from '@countersign/contract';
import type { Language } from '@countersign/contract/languages';
import { auditText } from '../../platform/audit/actions.ts';
import { openPersonal } from '../../platform/audit/personal.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type HistoryRow, selectHistory, selectKeysOf } from './history-store.ts';
import { describeDevice } from './domain.ts';
import { selectAccounts, selectTenants } from './store.ts';

export const HISTORY_DAYS = 90;
const MAX_ENTRIES = 2_000;

const SHOWN = /^(?:user|api-key|webhook|member|invitation|sso|domain)\.|^organization\.changed$/;
/** Actions that match `SHOWN` but do not affect who can sign in. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'user.profile-changed',
  'user.switched-organization',
  'user.logged-out',
]);

export type HistoryEntry = {
  entry: Entry;
  at: Date;
  tenantId: string;
  organization: string;
  /** Empty if the entry's personal data was erased. */
  device: string;
  address: string;
};

export const historyBegins = (now: Date): Date => new Date(now.getTime() - HISTORY_DAYS * 86_400_000);

/** Returns the actions, newest first. Runs in the `auth` role and leaves the transaction there. */
export async function readHistory(tx: Tx, vault: Vault, userId: string): Promise<HistoryEntry[]> {
  const since = historyBegins(tx.now);
  const found: HistoryEntry[] = [];
  for (const { tenant_id: live, organization } of await tx.query(selectAccounts(userId))) {
    tx.enter({ role: 'auth' });
    for (const { tenant_id: tenantId } of await tx.query(selectTenants(live))) {
      tx.enter({ role: 'app', tenantId });
      const parties = [userId, ...(await tx.query(selectKeysOf(tenantId, userId))).map(({ id }) => id)];
      const rows = await tx.query(selectHistory(tenantId, since, parties, MAX_ENTRIES));
      found.push(...readRows(vault, { tenantId, organization }, rows, new Set(parties)));
      tx.enter({ role: 'auth' });
    }
  }
  return found.toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

function readRows(
  vault: Vault,
  of: { tenantId: string; organization: string },
  rows: readonly HistoryRow[],
  parties: ReadonlySet<string>,
): HistoryEntry[] {
  const opened = openPersonal(
    vault,
    of.tenantId,
    rows.flatMap(({ sealed, key_sealed: keySealed, ...row }) =>
      sealed && keySealed ? [{ ...row, sealed, key_sealed: keySealed }] : [],
    ),
  );
  return rows.flatMap(({ bytes, entry_id: id }) => {
    const entry = parseEntry(bytes);
    if (!parties.has(entry.actor.id) || !SHOWN.test(entry.type) || LEFT_OUT.has(entry.type)) return [];
    const { address = '', user_agent: userAgent } = opened.get(id) ?? {};
    const device = userAgent === undefined ? '' : describeDevice(userAgent);
    return [{ ...of, entry, at: new Date(entry.at), device, address }];
  });
}

/**
 * Changes that the owner can revert with access to the mailbox alone. Reverting older second factors requires one of
 * those factors, a recovery code or the operator (ADR 85).
 */
const ENDED_BY_CHOICE: ReadonlySet<string> = new Set([
  'api-key.created',
  'api-key.rotated',
  'webhook.created',
  'invitation.sent',
  'member.created',
  'sso.changed',
]);
export const canBeEnded = ({ entry }: HistoryEntry): boolean => ENDED_BY_CHOICE.has(entry.type);

export const isSsoChange = ({ entry }: HistoryEntry): boolean => entry.type === 'sso.changed';

export const isSignIn = ({ entry }: HistoryEntry): boolean => entry.type === 'user.logged-in';

export function historyView(one: HistoryEntry, language: Language) {
  const { entry, organization, device, address } = one;
  const { id, at, type: action, data, actor, target } = entry;
  return {
    id,
    at,
    action,
    summary: auditText(action, data, language),
    organization,
    device,
    address,
    actor: { kind: actor.kind, id: actor.id },
    target: { kind: target.kind, id: target.id },
    can_be_ended: canBeEnded(one),
  };
}

/** If a member's role was changed several times, the role before the first change is used. */
export function rolesBefore(history: readonly HistoryEntry[], tenantId: string, since: Date): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const { entry, at, tenantId: its } of history)
    if (its === tenantId && at >= since && entry.type === 'member.role-changed' && isRole(entry.data['from']))
      roles.set(entry.target.id, entry.data['from']);
  return roles;
}

const isRole = (value: unknown): value is Role => value === 'owner' || value === 'admin' || value === 'member';

export function targetsOf(
  history: readonly HistoryEntry[],
  { tenantId, since, action }: { tenantId: string; since: Date; action: string },
): string[] {
  return history
    .filter((one) => one.tenantId === tenantId && one.at >= since && one.entry.type === action)
    .map(({ entry }) => entry.target.id);
}
