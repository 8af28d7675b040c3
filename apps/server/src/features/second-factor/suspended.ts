/**
 * Factors and keys that were suspended by an account recovery. The owner restores their own and removes the rest (ADR
 * 91).
 */
import { isUniqueViolation } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { isBound, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import { queueMail, recordOwn, selectAccounts, selectTenants } from '../accounts/index.ts';
import { MAX_PASSKEYS } from './domain.ts';
import { type FactorDependencies, factorAdded, lockPerson } from './factors.ts';
import { selectPasskeys } from './store.ts';
import {
  deleteSuspendedPasskey,
  deleteSuspendedTotp,
  dropSuspendedKey,
  restoreKey,
  restorePasskey,
  restoreTotp,
  selectSuspendedFactors,
  selectSuspendedKeys,
  type SuspendedRow,
} from './suspended-store.ts';

export type Suspended = {
  id: string;
  kind: 'passkey' | 'totp' | 'api-key';
  name: string;
  organization: string | null;
  created_at: string;
  suspended_at: string;
};

export async function listSuspendedFactors(
  { uow }: FactorDependencies,
  principal: UserPrincipal,
): Promise<Suspended[]> {
  if (isBound(principal)) return [];
  const { userId } = principal;
  return uow.runAuth(async (tx) => {
    const own = (await tx.query(selectSuspendedFactors(userId))).map((row) => view(row, null));
    const keys: Suspended[] = [];
    await inTenants(tx, userId, async (tenantId, organization) => {
      keys.push(...(await tx.query(selectSuspendedKeys(tenantId, userId))).map((row) => view(row, organization)));
      return undefined;
    });
    return [...own, ...keys];
  });
}

/** A restored second factor counts as new. All other sessions end, and this session gets a new token. */
export async function restoreSuspendedFactor(
  { uow }: FactorDependencies,
  context: RequestContext<UserPrincipal>,
  id: string,
): Promise<{ token?: string; recoveryCodes?: string[] | undefined }> {
  const { principal } = context;
  return uow
    .runAuth(async (tx) => {
      const user = await lockPerson(tx, principal.userId);
      if (id.startsWith('key_')) {
        await changeKey(tx, user.id, async (tenantId) => (await tx.query(restoreKey(tenantId, id, user.id)))[0]);
      } else if (id === 'totp') {
        const [restored] = await tx.query(restoreTotp(user.id));
        if (!restored) throw new AppError('NOT_FOUND');
      } else {
        if ((await tx.query(selectPasskeys(user.id))).length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
        const [restored] = await tx.query(restorePasskey(user.id, id));
        if (!restored) throw new AppError('NOT_FOUND');
        await queueMail(uow, tx, { mail: 'passkey-added', to: user.email, name: user.name, detail: restored.name });
      }
      if (id === 'totp') await queueMail(uow, tx, { mail: 'two-factor-on', to: user.email, name: user.name });
      const added = id.startsWith('key_') ? {} : await factorAdded(tx, principal, id === 'totp' ? 'totp' : 'passkey');
      await recordOwn(uow, tx, context, {
        who: principal,
        action: 'user.factor-restored',
        more: { data: { suspended: id } },
      });
      return added;
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'passkeys_by_credential'))
        throw new AppError('PASSKEY_EXISTS', {}, { cause: error });
      if (isUniqueViolation(error, 'totp_factors_pkey')) throw new AppError('TWO_FACTOR_ENABLED', {}, { cause: error });
      throw error;
    });
}

export async function removeSuspendedFactor(
  { uow }: FactorDependencies,
  context: RequestContext<UserPrincipal>,
  id: string,
): Promise<void> {
  const { userId } = context.principal;
  await uow.runAuth(async (tx) => {
    if (id.startsWith('key_'))
      await changeKey(tx, userId, async (tenantId) => (await tx.query(dropSuspendedKey(tenantId, id, userId)))[0]);
    else {
      const [removed] = await tx.query(
        id === 'totp' ? deleteSuspendedTotp(userId) : deleteSuspendedPasskey(userId, id),
      );
      if (!removed) throw new AppError('NOT_FOUND');
    }
    await recordOwn(uow, tx, context, {
      who: context.principal,
      action: 'user.suspended-factor-removed',
      more: { data: { suspended: id } },
    });
  });
}

async function changeKey(tx: Tx, userId: string, change: (tenantId: string) => Promise<unknown>): Promise<void> {
  if ((await inTenants(tx, userId, change)) === undefined) throw new AppError('NOT_FOUND');
}

/**
 * Runs `work` in one tenant after another until it returns a result. Runs in the role `auth` and leaves the transaction
 * there.
 */
async function inTenants<T>(
  tx: Tx,
  userId: string,
  work: (tenantId: string, organization: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const { tenant_id: live, organization } of await tx.query(selectAccounts(userId))) {
    const tenants = await tx.query(selectTenants(live));
    for (const { tenant_id: tenantId } of tenants) {
      tx.enter({ role: 'app', tenantId });
      const done = await work(tenantId, organization);
      tx.enter({ role: 'auth' });
      if (done !== undefined) return done;
    }
  }
  return undefined;
}

function view({ id, kind, name, created_at, suspended_at }: SuspendedRow, organization: string | null): Suspended {
  return {
    id,
    kind,
    name,
    organization,
    created_at: created_at.toISOString(),
    suspended_at: suspended_at.toISOString(),
  };
}
