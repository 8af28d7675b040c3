/** The request limit agreed with an organization on the enterprise plan: requests per hour for each user and key. */
import { unknownOrganization } from '../../platform/console.ts';
import { requireRight } from '../../platform/plan-rights.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectAgreements, updateAgreedRequests } from './store.ts';

export type Agreement = { id: string; name: string; plan: string; requestsPerHour: number | null };

export async function listAgreements(uow: UnitOfWork): Promise<Agreement[]> {
  const rows = await uow.readAuth(selectAgreements());
  return rows.map(({ organization_id: id, name, plan, requests_per_hour: requestsPerHour }) => ({
    id,
    name,
    plan,
    requestsPerHour,
  }));
}

/**
 * Sets the agreed limit for live and sandbox. Null means unlimited. Takes effect within a second. Throws
 * ORGANIZATION_NOT_FOUND, PLAN_REQUIRED.
 */
export function agreeRequests(
  uow: UnitOfWork,
  organizationId: string,
  requestsPerHour: number | null,
): Promise<Agreement> {
  return uow.runAuth(async (tx) => {
    const organizations = await tx.query(selectAgreements());
    const organization = organizations.find(({ organization_id: id }) => id === organizationId);
    if (!organization) throw unknownOrganization(organizationId);
    const { name, plan, tenants } = organization;
    if (requestsPerHour !== null) requireRight(plan, 'customLimits');
    for (const tenantId of tenants) {
      tx.enter({ role: 'app', tenantId });
      tx.write(updateAgreedRequests(tenantId, requestsPerHour));
    }
    const [live] = tenants;
    if (live !== undefined) {
      tx.enter({ role: 'app', tenantId: live });
      await uow.recorder.record(tx, live, live, {
        action: 'organization.requests-agreed',
        actor: { kind: 'system', id: 'console' },
        target: { kind: 'organization', id: organizationId },
        data: { requests_per_hour: requestsPerHour },
      });
    }
    return { id: organizationId, name, plan, requestsPerHour };
  });
}
