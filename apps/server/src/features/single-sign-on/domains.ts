/**
 * Domains that an organization has verified with a TXT record. Its identity provider can vouch for addresses in them.
 */
import type { OrganizationDomain } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { randomToken } from '../../platform/crypto/tokens.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { ownOrganization, recordChange, type SsoDependencies } from './dependencies.ts';
import {
  claimDomain,
  deleteDomain,
  type DomainRow,
  endSsoSessionsOfDomain,
  insertDomain,
  releaseDomain,
  selectDomain,
  selectDomainOwner,
  selectDomains,
} from './store.ts';

const MAX_DOMAINS = 100;
/**
 * The TXT record has a separate name below the domain, which conflicts with no other record and reveals nothing about
 * the domain owner's other services.
 */
const recordName = (domain: string) => `_countersign.${domain}`;
const recordValue = (challenge: string) => `countersign-domain=${challenge}`;

type Context = RequestContext<MemberPrincipal>;

export async function listDomains({ uow }: SsoDependencies, { principal }: Context): Promise<OrganizationDomain[]> {
  return uow.runAuth(async (tx) => {
    const { live } = await ownOrganization(tx, principal);
    return (await tx.query(selectDomains(live))).map(viewOf);
  });
}

export async function addDomain(
  dependencies: SsoDependencies,
  context: Context,
  { domain }: { domain: string },
): Promise<OrganizationDomain> {
  return dependencies.uow
    .runAuth(async (tx) => {
      const organization = await ownOrganization(tx, context.principal);
      if ((await tx.query(selectDomains(organization.live))).length >= MAX_DOMAINS)
        throw new AppError('TOO_MANY_DOMAINS');
      const id = newId('domain', tx.now);
      const challenge = randomToken(24);
      tx.write(insertDomain(organization.live, id, domain, challenge, tx.now));
      await tx.flush();
      await recordChange(dependencies, tx, context, organization, 'domain.added', { domain });
      return viewOf({ id, domain, challenge, created_at: tx.now, verified_at: null });
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'organization_domains_tenant_id_domain_key'))
        throw new AppError('DOMAIN_EXISTS', { domain });
      throw error;
    });
}

export async function verifyDomain(
  dependencies: SsoDependencies,
  context: Context,
  domainId: string,
): Promise<OrganizationDomain> {
  const { uow, txtRecords } = dependencies;
  const row = await uow.runAuth(async (tx) => {
    const organization = await ownOrganization(tx, context.principal);
    const [found] = await tx.query(selectDomain(organization.live, domainId));
    if (!found) throw new AppError('DOMAIN_NOT_FOUND', { domainId });
    return found;
  });
  const { record } = viewOf(row);
  const texts = await txtRecords.lookUp(record.name).catch((cause: unknown) => {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      {},
      { cause, retryAfter: 60, message: 'No DNS server responds. Try again shortly.' },
    );
  });
  if (!texts.map((text) => text.trim()).includes(record.value))
    throw new AppError('DOMAIN_RECORD_MISSING', {
      expected: record,
      found: texts.slice(0, 10).map((text) => text.slice(0, 300)),
    });
  return uow.runAuth(async (tx) => {
    const organization = await ownOrganization(tx, context.principal);
    const { live } = organization;
    // The domain may have been removed while the DNS query ran.
    const [still] = await tx.query(selectDomain(live, domainId));
    if (!still) throw new AppError('DOMAIN_NOT_FOUND', { domainId });
    if (still.verified_at) return viewOf(still);
    tx.enter({ role: 'auth' });
    tx.write(claimDomain(still.domain, live, tx.now));
    const [owner] = await tx.query(selectDomainOwner(still.domain));
    if (owner?.tenant_id !== live) throw new AppError('DOMAIN_TAKEN', { domain: still.domain });
    await recordChange(dependencies, tx, context, organization, 'domain.verified', { domain: still.domain });
    return viewOf({ ...still, verified_at: owner.verified_at });
  });
}

export async function removeDomain(dependencies: SsoDependencies, context: Context, domainId: string): Promise<void> {
  await dependencies.uow.runAuth(async (tx) => {
    const organization = await ownOrganization(tx, context.principal);
    const [gone] = await tx.query(deleteDomain(organization.live, domainId));
    if (!gone) throw new AppError('DOMAIN_NOT_FOUND', { domainId });
    tx.enter({ role: 'auth' });
    tx.write(releaseDomain(gone.domain, organization.live));
    // These people could sign in because of the domain. After the domain is removed, they must confirm by e-mail.
    tx.write(endSsoSessionsOfDomain(organization.live, gone.domain));
    await recordChange(dependencies, tx, context, organization, 'domain.removed', { domain: gone.domain });
  });
}

function viewOf({ id, domain, challenge, created_at, verified_at }: DomainRow): OrganizationDomain {
  return {
    id,
    domain,
    record: { type: 'TXT', name: recordName(domain), value: recordValue(challenge) },
    verified_at: verified_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
