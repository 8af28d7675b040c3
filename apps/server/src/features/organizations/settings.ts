/** The name and settings of an organization: who may change them, and how changes are recorded in the audit trail. */
import { type Id, type Organization, type OrganizationSettings, readSettings } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { isWithin } from '../../platform/networks.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { recordIn } from '../accounts/index.ts';
import { announceSuspension, suspensionOf } from '../api-keys/index.ts';
import { actorOf, organizationView, tenantsOf } from './organization.ts';
import {
  lockOrganization,
  selectAgreements,
  selectOrganization,
  updateOrganizationRow,
  updateRequiredAt,
} from './store.ts';

type Input = { [K in keyof OrganizationSettings]?: OrganizationSettings[K] | undefined };
type SuspendedKey = { id: Id<'apiKey'>; name: string; created_by: Id<'user'>; suspended_at: string };

/**
 * Updates settings. Omitted settings stay unchanged, so administrators who change different settings do not overwrite
 * each other. A client that sends the revision it read gets a conflict after any other change. The settings are stored
 * in every tenant of the organization, so that no tenant reads another tenant's rows.
 */
export async function updateOrganization(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  input: { name?: string | undefined; settings?: Input | undefined; revision?: number | undefined },
): Promise<{ organization: Organization; suspendedKeys?: SuspendedKey[] }> {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { live, all } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    const [, rows] = await tx.queryAll([lockOrganization(live), selectOrganization(live)]);
    const before = certainRow(rows);
    if (input.revision !== undefined && input.revision !== before.settings_revision)
      throw new AppError('SETTINGS_CHANGED', { revision: before.settings_revision });
    const name = input.name ?? before.name;
    const settings = { ...before.settings, ...given(input.settings ?? {}) };
    const [was, is] = [readSettings(before.settings), readSettings(settings)];
    const changed = changedKeys(was, is);
    if (SECURITY_SETTINGS.some((key) => changed.includes(key))) requireSecondFactor(principal);
    refuseContradictions(is, changed);
    refuseLockingOut(context, is, changed);
    const revision = before.settings_revision + 1;
    for (const { tenant_id: tenantId } of all) {
      tx.enter({ role: 'app', tenantId });
      tx.write(updateOrganizationRow(tenantId, name, JSON.stringify(settings), revision));
    }
    await recordIn(uow, tx, context, live, {
      action: 'organization.changed',
      actor: actorOf(principal),
      target: { kind: 'organization', id: before.id },
      ...recorded({ was, is, changed }, before.name, name),
    });
    const organization = organizationView({ ...before, name, settings, settings_revision: revision }, principal);
    if (was.require_two_factor === is.require_two_factor) return { organization };
    tx.write(updateRequiredAt(live, is.require_two_factor ? tx.now : null));
    if (!is.require_two_factor) return { organization };
    const suspended_at = suspensionOf(tx.now).toISOString();
    const suspendedKeys = (await announceSuspension(uow, tx, live)).map(({ id, name: key, created_by }) => ({
      id: id,
      name: key,
      created_by: created_by,
      suspended_at,
    }));
    return { organization, suspendedKeys };
  });
}

type Key = keyof OrganizationSettings;
type Change = { was: OrganizationSettings; is: OrganizationSettings; changed: readonly Key[] };

const given = (settings: Input) =>
  Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<OrganizationSettings>;

function changedKeys(was: OrganizationSettings, is: OrganizationSettings): Key[] {
  return (Object.keys(is) as Key[]).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
}

/** Settings that determine who can sign in. Neither a key nor a password alone may weaken them. */
const SECURITY_SETTINGS = [
  'password_min_length',
  'session_idle_minutes',
  'require_two_factor',
  'sso_requires_mfa',
  'allowed_networks',
] as const satisfies readonly Key[];

/**
 * The operator's own programs are exempt, because they run next to the database. Throws FORBIDDEN or
 * TWO_FACTOR_REQUIRED.
 */
function requireSecondFactor(principal: MemberPrincipal): void {
  if (principal.kind === 'api-key')
    throw new AppError(
      'FORBIDDEN',
      { settings: SECURITY_SETTINGS },
      { message: 'API keys cannot change security settings. Sign in with a second factor to change them.' },
    );
  if (principal.kind !== 'user' || principal.secondFactor !== null) return;
  const isForeign = principal.method === 'saml' || principal.method === 'oidc';
  throw new AppError(
    'TWO_FACTOR_REQUIRED',
    isForeign ? { method: principal.method } : { setup: ['/api/auth/2fa/setup', '/api/auth/passkeys/options'] },
    {
      message: isForeign
        ? 'Changing security settings requires a session with a second factor, but your identity provider did not confirm one. Sign in through the provider with a second factor.'
        : 'Changing security settings requires a session with a second factor. Set one up first with POST /api/auth/2fa/setup, or add a passkey.',
    },
  );
}

/** The audit trail is the evidence for documents, so it must be retained at least as long as they are. */
function refuseContradictions(is: OrganizationSettings, changed: readonly Key[]): void {
  const { document_retention_days: documents, audit_retention_days: audit } = is;
  if (audit >= documents) return;
  if (changed.includes('audit_retention_days'))
    throw invalid(
      'settings.audit_retention_days',
      `must be at least ${documents}, because the audit trail must be kept at least as long as documents (document_retention_days)`,
    );
  if (changed.includes('document_retention_days'))
    throw invalid(
      'settings.document_retention_days',
      `must be at most ${audit}, because documents cannot be kept longer than the audit trail (audit_retention_days)`,
    );
}

/**
 * Administrators may not exclude their own network. The operator's programs are exempt, because they run on the server,
 * which is in none of the networks.
 */
function refuseLockingOut(
  { principal, address }: RequestContext<MemberPrincipal>,
  { allowed_networks: networks }: OrganizationSettings,
  changed: readonly Key[],
): void {
  if (principal.kind === 'service' || !changed.includes('allowed_networks') || isWithin(address, networks)) return;
  throw invalid(
    'settings.allowed_networks',
    `must include your own address, ${address}, or you would lock yourself out`,
    'locks_you_out',
  );
}

/**
 * Settings are not personal data, so the audit entry contains them. Networks are an exception, because a network may
 * identify a person's home.
 */
function recorded({ was, is, changed }: Change, nameBefore: string, name: string) {
  const data: Record<string, string | number | boolean | null> = {};
  const fields: Record<string, string> = {};
  if (name !== nameBefore) Object.assign(data, { name_before: nameBefore, name });
  for (const key of changed) {
    for (const [member, value] of [
      [`${key}_before`, was[key]],
      [key, is[key]],
    ] as const) {
      if (Array.isArray(value)) {
        data[member] = value.length;
        fields[member] = value.join(', ');
      } else
        data[member] =
          typeof value === 'object' && value !== null
            ? `every ${value.everyDays} days, at most ${value.max} times`
            : value;
    }
  }
  return { data, fields };
}

/**
 * Lets the operator of the server restore access for an organization whose networks no longer exist or are
 * misconfigured.
 */
export function openNetworksOnConsole(
  uow: UnitOfWork,
  organizationId: string,
): Promise<'opened' | 'no-organization' | 'open'> {
  return uow.runAuth(async (tx) => {
    const found = (await tx.query(selectAgreements())).find(({ organization_id: id }) => id === organizationId);
    const [live] = found?.tenants ?? [];
    if (!found || live === undefined) return 'no-organization';
    tx.enter({ role: 'app', tenantId: live });
    const [, rows] = await tx.queryAll([lockOrganization(live), selectOrganization(live)]);
    const before = certainRow(rows);
    const was = readSettings(before.settings);
    if (was.allowed_networks.length === 0) return 'open';
    const is = { ...was, allowed_networks: [] };
    const stored = JSON.stringify({ ...before.settings, allowed_networks: [] });
    for (const tenantId of found.tenants) {
      tx.enter({ role: 'app', tenantId });
      tx.write(updateOrganizationRow(tenantId, before.name, stored, before.settings_revision + 1));
    }
    tx.enter({ role: 'app', tenantId: live });
    const { data, fields } = recorded({ was, is, changed: ['allowed_networks'] }, before.name, before.name);
    await uow.recorder.record(tx, live, live, {
      action: 'organization.changed',
      actor: { kind: 'system', id: 'console' },
      target: { kind: 'organization', id: organizationId },
      data,
      personal: { personId: organizationId, fields },
    });
    return 'opened';
  });
}
