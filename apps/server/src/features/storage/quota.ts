/**
 * The storage quota of an organization, for live and sandbox together. It counts uploads, templates and attachments
 * until they are erased. Each file counts once, regardless of how many documents share it. The database counts files
 * when their rows are written (`count_storage`).
 */
import { unknownOrganization } from '../../platform/console.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { tenantsOf } from '../organizations/index.ts';
import { deleteQuota, lockStorage, selectOrganizations, selectQuota, selectUsage, upsertQuota } from './store.ts';

export type StorageUse = { used_bytes: number; quota_bytes: number | null; files: number };

export function getOrganizationStorage(uow: UnitOfWork, principal: MemberPrincipal): Promise<StorageUse> {
  return uow.runAuth(async (tx) => {
    const { all } = await tenantsOf(tx, principal.tenantId);
    const tenants = all.map(({ tenant_id: id }) => id);
    return useOf(tx, tenants);
  });
}

/** Leaves the transaction in the role `auth`. */
async function useOf(tx: Tx, tenants: readonly string[]): Promise<StorageUse> {
  let [files, bytes] = [0, 0];
  for (const tenantId of tenants) {
    tx.enter({ role: 'app', tenantId });
    const [row] = await tx.query(selectUsage(tenantId));
    files += row?.files ?? 0;
    bytes += row?.bytes ?? 0;
  }
  tx.enter({ role: 'auth' });
  const [quota] = await tx.query(selectQuota(tenants[0] ?? ''));
  return { used_bytes: bytes, quota_bytes: quota?.quota_bytes ?? null, files };
}

export type OrganizationStorage = StorageUse & { id: string; name: string };

export function listStorage(uow: UnitOfWork): Promise<OrganizationStorage[]> {
  return uow.runAuth(async (tx) => {
    const found: OrganizationStorage[] = [];
    for (const { organization_id: id, name, tenants } of await tx.query(selectOrganizations()))
      found.push({ id, name, ...(await useOf(tx, tenants)) });
    return found;
  });
}

/** Null means unlimited. A quota below the current usage refuses new files but deletes none. */
export function setQuota(uow: UnitOfWork, organizationId: string, bytes: number | null): Promise<OrganizationStorage> {
  return uow.runAuth(async (tx) => {
    const organizations = await tx.query(selectOrganizations());
    const organization = organizations.find(({ organization_id: id }) => id === organizationId);
    if (!organization) throw unknownOrganization(organizationId);
    const { name, tenants } = organization;
    // Waiting for the lock means waiting for uploads that are being stored. Later uploads see the new quota.
    await tx.query(lockStorage(organizationId));
    const { used_bytes: used, files } = await useOf(tx, tenants);
    tx.write(bytes === null ? deleteQuota(organizationId) : upsertQuota(organizationId, bytes, used));
    const [live] = tenants;
    if (live !== undefined) {
      tx.enter({ role: 'app', tenantId: live });
      await uow.recorder.record(tx, live, live, {
        action: 'organization.storage-quota-changed',
        actor: { kind: 'system', id: 'console' },
        target: { kind: 'organization', id: organizationId },
        data: { quota_bytes: bytes },
      });
    }
    return { id: organizationId, name, used_bytes: used, quota_bytes: bytes, files };
  });
}
