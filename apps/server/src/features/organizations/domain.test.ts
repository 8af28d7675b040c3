import type { Role } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { decideRemoval, decideRoleChange } from './domain.ts';

const ROLES: Role[] = ['owner', 'admin', 'member'];
const me = (role: Role) => ({ userId: 'usr_me', role });
const other = (role: Role) => ({ userId: 'usr_other', role });

describe('changing the role of another member', () => {
  const allowed = ROLES.flatMap((actor) =>
    ROLES.flatMap((target) =>
      ROLES.filter((role) => decideRoleChange(me(actor), other(target), role, 2) === null).map(
        (role) => `${actor}: ${target} -> ${role}`,
      ),
    ),
  );
  test("allows a change to another member's role only in the listed cases", () => {
    expect(allowed).toEqual([
      'owner: admin -> owner',
      'owner: admin -> admin',
      'owner: admin -> member',
      'owner: member -> owner',
      'owner: member -> admin',
      'owner: member -> member',
      'admin: admin -> admin',
      'admin: admin -> member',
      'admin: member -> admin',
      'admin: member -> member',
    ]);
  });
  test('gives an API key the permissions of an administrator, but no permissions over owners', () => {
    const key = { userId: null, role: 'admin' as const };
    expect(decideRoleChange(key, other('member'), 'admin', 1)).toBeNull();
    expect(decideRoleChange(key, other('owner'), 'admin', 2)).toBe('FORBIDDEN');
    expect(decideRoleChange(key, other('admin'), 'owner', 2)).toBe('FORBIDDEN');
  });
});

describe("changing the member's own role", () => {
  test('lets an owner step down if another owner remains', () => {
    expect(decideRoleChange(me('owner'), me('owner'), 'admin', 2)).toBeNull();
    expect(decideRoleChange(me('owner'), me('owner'), 'admin', 1)).toBe('LAST_OWNER');
    expect(decideRoleChange(me('owner'), me('owner'), 'owner', 1)).toBeNull();
  });
  test('never lets a member promote themselves', () => {
    expect(decideRoleChange(me('admin'), me('admin'), 'owner', 1)).toBe('FORBIDDEN');
    expect(decideRoleChange(me('member'), me('member'), 'admin', 1)).toBe('FORBIDDEN');
  });
});

describe('removing a member', () => {
  test('lets owners and administrators remove anyone except owners, and does not let members remove anyone', () => {
    const removed = ROLES.flatMap((actor) =>
      ROLES.filter((target) => decideRemoval(me(actor), other(target), 2) === null).map(
        (target) => `${actor}: ${target}`,
      ),
    );
    expect(removed).toEqual(['owner: admin', 'owner: member', 'admin: admin', 'admin: member']);
  });
  test('lets every member leave except for the last owner', () => {
    for (const role of ROLES) expect(decideRemoval(me(role), me(role), 2)).toBeNull();
    expect(decideRemoval(me('owner'), me('owner'), 1)).toBe('LAST_OWNER');
  });
});
