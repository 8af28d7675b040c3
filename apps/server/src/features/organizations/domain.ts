/** Decisions about organizations and roles, as pure functions. */
import type { ErrorCode, OrganizationSettings, Role } from '@countersign/contract';

/** The settings of a new organization; its administrators can change each. */
const DEFAULT_SETTINGS: OrganizationSettings = {
  password_min_length: 12,
  session_idle_minutes: 30,
  document_retention_days: 7 * 365,
  audit_retention_days: 10 * 365,
  require_two_factor: false,
  sso_requires_mfa: false,
  active_content: 'strip',
  branding_name: null,
  locale: null,
};

/** What is stored are departures from the defaults, so that a default can be improved for all who never chose. */
export function readSettings(stored: Partial<OrganizationSettings>): OrganizationSettings {
  return { ...DEFAULT_SETTINGS, ...stored };
}

export const DELETION_DAYS = 30;
export const INVITATION_DAYS = 14;
export const MAX_OWNED = 20;

type Member = { userId: string; role: Role };
export type Actor = { userId: string | null; role: Role };

/** Null: allowed. `owners` counts all of the organization, under a lock. An API key is nobody (`userId` null) and at most an admin. */
export function decideRoleChange(actor: Actor, target: Member, role: Role, owners: number): ErrorCode | null {
  const isSelf = actor.userId === target.userId;
  // The owner cannot be demoted by others, not even by another owner; and only owners make owners.
  if (target.role === 'owner' && !isSelf) return 'FORBIDDEN';
  if (role === 'owner' && actor.role !== 'owner') return 'FORBIDDEN';
  if (actor.role === 'member') return 'FORBIDDEN';
  if (target.role === 'owner' && role !== 'owner' && owners <= 1) return 'LAST_OWNER';
  return null;
}

/** Anybody may leave but the last owner; an admin removes everyone but owners. */
export function decideRemoval(actor: Actor, target: Member, owners: number): ErrorCode | null {
  const isSelf = actor.userId === target.userId;
  if (!isSelf && (target.role === 'owner' || actor.role === 'member')) return 'FORBIDDEN';
  if (target.role === 'owner' && owners <= 1) return 'LAST_OWNER';
  return null;
}
