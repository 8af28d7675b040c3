/** Decisions about organizations and roles, as pure functions. */
import type { ErrorCode, Role } from '@countersign/contract';

export const DELETION_DAYS = 30;
export const INVITATION_DAYS = 14;
export const MAX_OWNED = 20;

type Member = { userId: string; role: Role };
export type Actor = { userId: string | null; role: Role };

/**
 * Returns null if the change is allowed. `owners` is the number of owners, counted under a lock. An API key has no user
 * (`userId` is null) and at most the role of an admin.
 */
export function decideRoleChange(actor: Actor, target: Member, role: Role, owners: number): ErrorCode | null {
  const isSelf = actor.userId === target.userId;
  // Owners can step down, but nobody else can demote them, not even another owner. Only owners can make a member an
  // owner.
  if (target.role === 'owner' && !isSelf) return 'FORBIDDEN';
  if (role === 'owner' && actor.role !== 'owner') return 'FORBIDDEN';
  if (actor.role === 'member') return 'FORBIDDEN';
  if (target.role === 'owner' && role !== 'owner' && owners <= 1) return 'LAST_OWNER';
  return null;
}

/** Everyone can leave except the last owner. An admin can remove everyone except owners. */
export function decideRemoval(actor: Actor, target: Member, owners: number): ErrorCode | null {
  const isSelf = actor.userId === target.userId;
  if (!isSelf && (target.role === 'owner' || actor.role === 'member')) return 'FORBIDDEN';
  if (target.role === 'owner' && owners <= 1) return 'LAST_OWNER';
  return null;
}
