/** Decisions about organizations and roles, as pure functions. */
import type { ErrorCode, Role } from '@countersign/contract';

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
