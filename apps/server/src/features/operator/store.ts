import type { Environment, Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

export const selectTenantOf = statement<{ tenant_id: Id<'tenant'> }, [organization: string, environment: Environment]>(
  'operator-tenant-of',
  'select tenant_id from tenants where organization_id = $1 and environment = $2',
);
export type ServiceRow = {
  tenant_id: Id<'tenant'>;
  organization_id: Id<'organization'>;
  owner_id: Id<'user'>;
  plan: string;
  is_operator: boolean;
};
/**
 * Selects the given organization (the operator's if null) in one environment, and the owner on whose behalf objects are
 * created.
 */
export const selectServiceOrganization = statement<ServiceRow, [organization: string | null, environment: Environment]>(
  'operator-organization',
  `select t.tenant_id, t.organization_id, o.is_operator, o.plan,
     (select m.user_id from memberships m where m.tenant_id = l.tenant_id and m.role = 'owner' and m.deactivated_at is null order by m.created_at, m.user_id limit 1) as owner_id
   from tenants l join organizations o on o.tenant_id = l.tenant_id
     join tenants t on t.organization_id = l.organization_id and t.environment = $2
   where l.environment = 'live' and o.deleted_at is null and (case when $1::text is null then o.is_operator else l.organization_id = $1 end)
   limit 1`,
);
