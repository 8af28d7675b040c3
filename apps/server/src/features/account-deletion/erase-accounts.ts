/**
 * Erases an account. The account is first closed in one transaction, which cannot be undone. The person is then removed
 * from their organizations one at a time, each tenant overwrites the personal data it stores about the person, and
 * finally the account row is overwritten. Every step is idempotent, and the next run continues an interrupted erasure.
 * No step is taken while any of the person's organizations has a legal hold on the person.
 */
import { addressKey } from '@countersign/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Erased, ErasureLedger, Replayed } from '../../platform/ports/erasure-ledger.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { lockUser, queueMail, selectOperatorTenant, selectUser, type UserRow } from '../accounts/index.ts';
import { eraseFromAddressBooks } from '../address-book/index.ts';
import { endExportsOf } from '../data-export/index.ts';
import { lockHolds } from '../legal-holds/index.ts';
import { leaveOrganization } from '../organizations/index.ts';
import { rangesOf } from './ranges.ts';
import {
  type DeletionRow,
  deleteLastSignIn,
  deleteRegistrations,
  deleteCredentials,
  deletePrivateViewsAndFolders,
  eraseCopies,
  insertDeletionAgain,
  lockDeletion,
  overwriteUser,
  selectDeletion,
  selectDueDeletions,
  selectEveryTenant,
  selectOpenMails,
  selectPersonalEntries,
  selectPersonHold,
  selectSoleOwned,
  selectTenantsOf,
  updateBegun,
  updateClosed,
  updateFinished,
  updateWaits,
} from './store.ts';

export type AccountErasure = { database: Database; uow: UnitOfWork; ledger: ErasureLedger };
/** The maximum number of accounts that one run erases. The next run continues with the rest. */
const BATCH = 50;
/** The maximum number of erased entries that one audit entry lists. Each entry number has at most 10 digits. */
const LISTED_ENTRIES = 4_000;
/** The maximum time to wait until the last e-mail to the person has been sent. */
const MAIL_MS = 86_400_000;

/** @returns the number of accounts that are now fully erased */
export async function eraseAccounts(dependencies: AccountErasure): Promise<number> {
  const { uow } = dependencies;
  let erased = 0;
  for (const { user_id: userId } of await uow.readAuth(selectDueDeletions(uow.now(), BATCH)))
    if (await eraseAccount(dependencies, userId)) erased += 1;
  return erased;
}

/** Returns false if the deletion must wait or if the account is already erased. */
async function eraseAccount({ uow, ledger }: AccountErasure, userId: string): Promise<boolean> {
  const item = { kind: 'account' as const, tenantId: null, id: userId };
  if (!(await close(uow, userId))) return false;
  await ledger.intend([item]);
  failpoint('account.noted');
  if (!(await leaveAll(uow, userId)) || !(await overwrite(uow, userId))) return false;
  await ledger.settle([item], 'erased');
  return true;
}

type Open = { user: UserRow; deletion: DeletionRow };
/**
 * Reads a deletion in the `auth` role, and locks the account and its legal holds. Returns undefined if the deletion was
 * canceled or finished, or if a legal hold exists.
 */
async function open(tx: Tx, userId: string): Promise<Open | undefined> {
  const [user] = await tx.query(selectUser(userId));
  if (!user) return undefined;
  const now = (await tx.query(selectTenantsOf(userId))).map(({ tenant_id: id }) => id);
  const [before] = await tx.query(selectDeletion(userId));
  const tenants = [...new Set([...now, ...(before?.tenants ?? [])])].toSorted();
  let held = false;
  for (const tenantId of tenants) {
    tx.enter({ role: 'app', tenantId });
    const [, [hold]] = await tx.queryAll([lockHolds(), selectPersonHold(tenantId, addressKey(user.email))]);
    held ||= hold !== undefined;
  }
  tx.enter({ role: 'auth' });
  const [, [deletion]] = await tx.queryAll([lockUser(userId), lockDeletion(userId)]);
  if (!deletion || deletion.due_at > tx.now) return undefined;
  if (held) tx.write(updateWaits(userId, 'legal-hold'));
  return held ? undefined : { user, deletion };
}

/** Blocks every way to sign in. Returns true even if sign-in was already blocked. */
function close(uow: UnitOfWork, userId: string): Promise<boolean> {
  return uow.runAuth(async (tx) => {
    const found = await open(tx, userId);
    if (!found) return false;
    const { user, deletion } = found;
    if (deletion.begun_at !== null) return true;
    if ((await tx.query(selectSoleOwned(userId))).length > 0) {
      tx.write(updateWaits(userId, 'ownership'));
      return false;
    }
    const tenants = await tx.query(selectTenantsOf(userId));
    for (const gone of deleteCredentials(userId)) tx.write(gone);
    tx.write(updateClosed(userId, tx.now));
    tx.write(
      updateBegun(
        userId,
        tx.now,
        tenants.map(({ tenant_id: id }) => id),
      ),
    );
    // A person whose account is erased again after a restore was already notified at the first erasure.
    if (!deletion.was_erased) await queueMail(uow, tx, { mail: 'account-deleted', to: user.email, name: user.name });
    for (const { tenant_id: tenantId } of tenants.filter(({ environment }) => environment === 'live')) {
      tx.enter({ role: 'app', tenantId });
      await uow.recorder.record(tx, tenantId, tenantId, {
        action: 'user.account-closed',
        actor: { kind: 'system', id: 'deletion' },
        target: { kind: 'user', id: userId },
        data: {},
      });
    }
    tx.enter({ role: 'auth' });
    failpointsOfCommit(tx, 'account-close');
    return true;
  });
}

/** Transfers the person's resources to the first owner, and revokes the person's API keys. */
async function leaveAll(uow: UnitOfWork, userId: string): Promise<boolean> {
  for (const { tenant_id: live } of (await uow.readAuth(selectTenantsOf(userId))).filter(
    ({ environment }) => environment === 'live',
  )) {
    const left = await uow.runAuth(async (tx) => {
      if (!(await open(tx, userId))) return false;
      const done = await leaveOrganization(uow, tx, live, userId);
      tx.enter({ role: 'auth' });
      if (!done) tx.write(updateWaits(userId, 'ownership'));
      failpointsOfCommit(tx, 'account-leave');
      return done;
    });
    if (!left) return false;
  }
  return true;
}

async function overwrite(uow: UnitOfWork, userId: string): Promise<boolean> {
  const [user] = await uow.readAuth(selectUser(userId));
  if (!user || !(await isMailOut(uow, user))) return false;
  const key = addressKey(user.email);
  for (const { tenant_id: tenantId } of await uow.readAuth(selectEveryTenant())) {
    const isDone = await uow.runAuth(async (tx) => {
      if (!(await open(tx, userId))) return false;
      tx.enter({ role: 'app', tenantId });
      await endExportsOf(uow, tx, tenantId, userId);
      const entries = await tx.query(selectPersonalEntries(tenantId, userId));
      tx.write(eraseCopies(userId, user.email, key, user.name));
      tx.write(deletePrivateViewsAndFolders(tenantId, userId));
      await eraseFromAddressBooks(tx, tenantId, { userId, emailKey: key });
      await recordErasure(uow, tx, tenantId, { userId, numbers: entries.map(({ n }) => n) });
      return true;
    });
    if (!isDone) return false;
    failpoint('account.copies-erased');
  }
  return uow.runAuth(async (tx) => {
    if (!(await open(tx, userId))) return false;
    // Credentials are deleted again, because new ones may have been created after the account was closed.
    for (const gone of deleteCredentials(userId)) tx.write(gone);
    tx.write(updateClosed(userId, tx.now));
    tx.write(deleteRegistrations(key));
    tx.write(deleteLastSignIn(userId));
    tx.write(overwriteUser(userId));
    tx.write(updateFinished(userId, tx.now));
    failpointsOfCommit(tx, 'account-overwrite');
    return true;
  });
}

/**
 * Records which entries of the organization's audit trail had their personal data erased. A long list is split across
 * several entries, because an entry has at most 60 KB.
 */
async function recordErasure(
  uow: UnitOfWork,
  tx: Tx,
  tenantId: string,
  { userId, numbers }: { userId: string; numbers: readonly number[] },
): Promise<void> {
  for (let start = 0; start < numbers.length; start += LISTED_ENTRIES) {
    const listed = numbers.slice(start, start + LISTED_ENTRIES);
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'user.personal-data-erased',
      actor: { kind: 'system', id: 'deletion' },
      target: { kind: 'user', id: userId },
      data: { reason: 'account-deletion', count: listed.length, entries: rangesOf(listed) },
    });
  }
}

/**
 * The last e-mail to the person still needs their address, so the address is erased only after the e-mail has been
 * sent, or after a day if it cannot be sent.
 */
async function isMailOut(uow: UnitOfWork, { id, email }: UserRow): Promise<boolean> {
  const [operator] = await uow.readAuth(selectOperatorTenant());
  const [deletion] = await uow.readAuth(selectDeletion(id));
  // If an erasure is repeated after a restore, it does not wait for e-mails, because e-mails in the backup's queue were
  // sent long ago.
  if (!operator || deletion?.was_erased === true) return true;
  const [waiting] = await uow.read(operator.tenant_id, selectOpenMails(operator.tenant_id, email));
  return waiting?.found !== true || uow.now().getTime() - (deletion?.begun_at?.getTime() ?? 0) > MAIL_MS;
}

/**
 * Repeats the erasure of accounts that were erased after the restored backup was made. An account under a legal hold
 * stays scheduled for deletion.
 */
export async function replayAccounts(dependencies: AccountErasure, items: readonly Erased[]): Promise<Replayed[]> {
  const { uow } = dependencies;
  const replayed: Replayed[] = [];
  for (const item of items.filter(({ kind }) => kind === 'account')) {
    await uow.runAuth(async (tx) => tx.write(insertDeletionAgain(item.id, tx.now)));
    const isErased = await eraseAccount(dependencies, item.id);
    const [row] = await uow.readAuth(selectDeletion(item.id));
    const waitsFor = row?.waits_for === 'legal-hold' ? 'held' : row?.waits_for;
    replayed.push({ ...item, outcome: isErased ? 'erased' : (waitsFor ?? 'absent') });
  }
  return replayed;
}
