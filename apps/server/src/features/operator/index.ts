/** The operator's credentials for platform work: the service credential and the secret of scheduled jobs. */
import type { Environment } from '@countersign/contract';
import { constantTimeEqual, hashToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ServicePrincipal } from '../../platform/principal.ts';
import { selectServiceOrganization, selectTenantOf } from './store.ts';

/** The SHA-256 of each credential. Undefined if the credential is not configured. */
export type OperatorSecrets = { service: Uint8Array | undefined; cron: Uint8Array | undefined };

const AUTH = { role: 'auth' } as const;

/** Compares with both secrets in every case, so that timing reveals nothing about either. */
export function readOperatorSecret({ service, cron }: OperatorSecrets, bearer: string): 'service' | 'cron' | undefined {
  const hash = hashToken(bearer);
  const isService = service !== undefined && constantTimeEqual(hash, service);
  const isCron = cron !== undefined && constantTimeEqual(hash, cron);
  if (isService) return 'service';
  return isCron ? 'cron' : undefined;
}

/** Finds the tenants of an organization. They never change, so the results are cached. */
export function tenantFinder(
  database: Database,
): (organizationId: string, environment: Environment) => Promise<string | undefined> {
  const known = new Map<string, string>();
  return async (organizationId, environment) => {
    const name = `${organizationId} ${environment}`;
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const [row] = await database.query(AUTH, selectTenantOf(organizationId, environment));
    if (row) known.set(name, row.tenant_id);
    return row?.tenant_id;
  };
}

/** Returns undefined for an organization that does not exist or has no owner. */
export async function servicePrincipal(
  database: Database,
  organizationId: string | undefined,
  environment: Environment,
): Promise<ServicePrincipal | undefined> {
  const [row] = await database.query(AUTH, selectServiceOrganization(organizationId ?? null, environment));
  if (!row) return undefined;
  return {
    kind: 'service',
    tenantId: row.tenant_id,
    organizationId: row.organization_id,
    role: 'admin',
    plan: row.plan,
    userId: row.owner_id,
    isOperator: row.is_operator,
  };
}
