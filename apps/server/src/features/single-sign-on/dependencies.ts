/** The dependencies of the single sign-on use cases, and their shared functions. */
import type { Environment } from '@countersign/contract';
import { recordIn } from '../accounts/index.ts';
import { tenantsOf } from '../organizations/index.ts';
import type { AuditAction } from '../../platform/audit/actions.ts';
import type { Party } from '../../platform/audit/recorder.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { requireRight } from '../../platform/plan-rights.ts';
import type { Fetcher } from '../../platform/ports/fetcher.ts';
import type { TxtRecords } from '../../platform/ports/txt-records.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type OrganizationFacts, selectSsoOrganization } from './store.ts';

export type SsoDependencies = {
  uow: UnitOfWork;
  vault: Vault;
  linkKey: SecretKey;
  /** Sends requests to providers, including internal providers that SSO_PRIVATE_HOSTS lists. */
  fetcher: Fetcher;
  txtRecords: TxtRecords;
  tenantOf: (organizationId: string, environment: Environment) => Promise<string | undefined>;
};

export type OwnOrganization = OrganizationFacts & { live: string };

/** Switches the transaction to the live tenant of the caller's organization. */
export async function ownOrganization(tx: Tx, principal: MemberPrincipal): Promise<OwnOrganization> {
  const { live } = await tenantsOf(tx, principal.tenantId);
  tx.enter({ role: 'app', tenantId: live });
  const [organization] = await tx.query(selectSsoOrganization(live));
  if (!organization) throw new AppError('ORGANIZATION_NOT_FOUND');
  return { ...organization, live };
}

/** @throws AppError PLAN_REQUIRED */
export function requirePlan({ plan }: OrganizationFacts): void {
  requireRight(plan, 'singleSignOn');
}

function actorOf(principal: MemberPrincipal): Party {
  if (principal.kind === 'user') return { kind: 'user', id: principal.userId };
  return principal.kind === 'api-key' ? { kind: 'api-key', id: principal.keyId } : { kind: 'service', id: 'service' };
}

export function recordChange(
  { uow }: Pick<SsoDependencies, 'uow'>,
  tx: Tx,
  context: RequestContext<MemberPrincipal>,
  { live, id }: OwnOrganization,
  action: AuditAction,
  data: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  const target = { kind: 'organization', id: id } as const;
  return recordIn(uow, tx, context, live, { action, actor: actorOf(context.principal), target, data });
}

/**
 * These addresses identify this service to an identity provider. They are fixed for an organization, regardless of its
 * settings.
 */
export function addressesOf(baseUrl: string, organizationId: string) {
  const saml = `${baseUrl}/api/auth/saml/${organizationId}`;
  const oidc = `${baseUrl}/api/auth/oidc/${organizationId}`;
  return {
    // The entity ID is also the address of the metadata, a well-known location (SAML metadata §4.1.1).
    entityId: `${saml}/metadata`,
    metadataUrl: `${saml}/metadata`,
    acsUrl: `${saml}/acs`,
    redirectUrl: `${oidc}/callback`,
    loginUrl: { saml: `${saml}/login`, oidc: `${oidc}/login` },
  };
}
