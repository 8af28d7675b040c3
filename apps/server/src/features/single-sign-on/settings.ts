/** The single sign-on settings: read, update, remove, test. */
import type { SingleSignOn, SsoInput } from '@countersign/contract';
import { fingerprint } from '@countersign/pki';
import { notifyAdministrators } from '../organizations/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext, UserPrincipal } from '../../platform/principal.ts';
import { addressesOf, ownOrganization, recordChange, type SsoDependencies } from './dependencies.ts';
import { type Check, tryProvider } from './oidc.ts';
import { type RefusalReason, refusalText } from './refusal.ts';
import {
  certificatesOf,
  changesTrust,
  readSettings,
  type StoredSettings,
  subjectAttributeOf,
} from './settings-domain.ts';
import {
  deleteLinks,
  deleteSso,
  endConfirmations,
  endSsoSessions,
  lockSso,
  selectSso,
  type SsoRow,
  upsertSso,
} from './store.ts';

export const secretPurpose = (tenantId: string) => `sso secret ${tenantId}`;

export async function getSingleSignOn(dependencies: SsoDependencies, context: RequestContext<MemberPrincipal>) {
  return dependencies.uow.runAuth(async (tx) => {
    const organization = await ownOrganization(tx, context.principal);
    const [row] = await tx.query(selectSso(organization.live));
    const { entityId, acsUrl, metadataUrl, redirectUrl } = addressesOf(context.baseUrl, organization.id);
    return {
      single_sign_on: row ? viewOf(row, context.baseUrl, organization.id) : null,
      service_provider: { entity_id: entityId, acs_url: acsUrl, metadata_url: metadataUrl, redirect_url: redirectUrl },
    };
  });
}

export async function setSingleSignOn(
  dependencies: SsoDependencies,
  context: RequestContext<UserPrincipal>,
  input: SsoInput,
): Promise<SingleSignOn> {
  const { uow, vault, fetcher } = dependencies;
  const settings = readSettings(input, (url) => fetcher.isListed(url));
  return uow.runAuth(async (tx) => {
    const organization = await ownOrganization(tx, context.principal);
    const { live } = organization;
    const [before] = await tx.query(lockSso(live));
    const isOther = before !== undefined && changesTrust(before.settings, settings);
    const generation = (before?.trust_generation ?? 1) + (isOther ? 1 : 0);
    const given = input.protocol === 'oidc' ? input.client_secret : undefined;
    const kept = before?.protocol === input.protocol && !isOther ? before.secret_sealed : null;
    const secret = given === undefined ? kept : vault.seal(secretPurpose(live), Buffer.from(given));
    const text = JSON.stringify(settings);
    tx.write(
      upsertSso({
        tenantId: live,
        protocol: settings.protocol,
        settings: text,
        secretSealed: secret,
        allowPasswords: settings.allow_passwords ?? false,
        trustGeneration: generation,
        updatedAt: tx.now,
      }),
    );
    if (isOther) {
      tx.write(endConfirmations(live, tx.now));
      tx.enter({ role: 'auth' });
      tx.write(endSsoSessions(live));
    }
    await recordChange(dependencies, tx, context, organization, 'sso.changed', {
      protocol: settings.protocol,
      provider: providerOf(settings),
      other_provider: isOther,
    });
    if (before === undefined || isOther)
      await notifyAdministrators(uow, tx, live, context.principal, {
        mail: 'sso-changed',
        organization: organization.name,
        detail: providerOf(settings),
      });
    tx.enter({ role: 'app', tenantId: live });
    const [row] = await tx.query(selectSso(live));
    if (!row) throw new Error('the single sign-on settings were not stored');
    return viewOf(row, context.baseUrl, organization.id);
  });
}

export async function deleteSingleSignOn(
  dependencies: SsoDependencies,
  context: RequestContext<UserPrincipal>,
): Promise<void> {
  await dependencies.uow.runAuth(async (tx) => {
    const organization = await ownOrganization(tx, context.principal);
    const { live } = organization;
    const [gone] = await tx.query(deleteSso(live));
    if (!gone) throw new AppError('SSO_NOT_FOUND');
    tx.write(deleteLinks(live));
    tx.write(endConfirmations(live, tx.now));
    tx.enter({ role: 'auth' });
    tx.write(endSsoSessions(live));
    await recordChange(dependencies, tx, context, organization, 'sso.removed');
  });
}

export async function testSingleSignOn(
  dependencies: SsoDependencies,
  context: RequestContext<UserPrincipal>,
): Promise<{ ok: boolean; checks: Check[] }> {
  const { uow, vault, fetcher } = dependencies;
  const { row, organization } = await uow.runAuth(async (tx) => {
    const own = await ownOrganization(tx, context.principal);
    const [found] = await tx.query(selectSso(own.live));
    if (!found) throw new AppError('SSO_NOT_FOUND');
    return { row: found, organization: own };
  });
  const { settings, secret_sealed: sealed } = row;
  const checks =
    settings.protocol === 'saml'
      ? certificatesOf(settings).map(({ notAfter }, index): Check => {
          const day = notAfter.toISOString().slice(0, 10);
          const ok = notAfter > uow.now();
          // The certificate only provides the key. Responses signed with the key are accepted after the certificate
          // expires (SAML metadata §2.4.1.1).
          return {
            name: `certificate ${index + 1}`,
            ok,
            message: ok ? `valid until ${day}` : `expired on ${day}: request the newest metadata`,
          };
        })
      : await tryProvider(fetcher, settings, sealed && vault.open(secretPurpose(organization.live), sealed).toString());
  return { ok: checks.every(({ ok }) => ok), checks };
}

export function providerOf(settings: StoredSettings): string {
  return settings.protocol === 'saml' ? settings.entity_id : settings.issuer;
}

function viewOf(row: SsoRow, baseUrl: string, organizationId: string): SingleSignOn {
  const addresses = addressesOf(baseUrl, organizationId);
  const { settings } = row;
  const common = {
    login_url: addresses.loginUrl[settings.protocol],
    email_attribute: settings.email_attribute,
    role_mapping: settings.role_mapping,
    allowed_domains: settings.allowed_domains,
    create_members: settings.create_members,
    allow_passwords: settings.allow_passwords ?? false,
    updated_at: row.updated_at.toISOString(),
    last_refusal:
      row.refused_at && row.refused_reason !== null
        ? {
            at: row.refused_at.toISOString(),
            reason: row.refused_reason,
            message: refusalText(row.refused_reason as RefusalReason, row.refused_detail),
          }
        : null,
  };
  if (settings.protocol === 'oidc') {
    const { protocol, issuer, client_id, scopes } = settings;
    const has_secret = row.secret_sealed !== null;
    const accept_unverified_email = settings.accept_unverified_email ?? false;
    const redirect_url = addresses.redirectUrl;
    return { protocol, issuer, client_id, scopes, has_secret, accept_unverified_email, redirect_url, ...common };
  }
  return {
    protocol: 'saml',
    entity_id: settings.entity_id,
    sso_url: settings.sso_url,
    certificates: certificatesOf(settings).map((certificate) => ({
      subject: certificate.subject.text,
      fingerprint: fingerprint(certificate),
      not_after: certificate.notAfter.toISOString(),
    })),
    sign_requests: settings.sign_requests,
    allow_idp_initiated: settings.allow_idp_initiated,
    subject_attribute: subjectAttributeOf(settings),
    service_provider: { entity_id: addresses.entityId, acs_url: addresses.acsUrl, metadata_url: addresses.metadataUrl },
    ...common,
  };
}
