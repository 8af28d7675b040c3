import { expect, test } from 'vitest';
import { endOfDay, localDay, peopleOf, visitorRoles } from './public-link.ts';

const TENANT = { name: 'Tenant', role: 'signer' } as const;
const LANDLORD = { name: 'Landlord', role: 'approver' } as const;
const AGENT = { name: 'Agent', role: 'cc' } as const;

test('offers visitors every signing role, or only the roles that sign first if there is a signing order', () => {
  const roles = [TENANT, LANDLORD, AGENT];
  expect(visitorRoles({ roles, signing_order: 'parallel' })).toEqual(['Tenant', 'Landlord']);
  expect(visitorRoles({ roles, signing_order: 'sequential' })).toEqual(['Tenant']);
  expect(visitorRoles({ roles: [TENANT, { ...LANDLORD, order: 1 }], signing_order: 'sequential' })).toEqual([
    'Tenant',
    'Landlord',
  ]);
});

test('offers visitors no role that requires recipient authentication', () => {
  const roles = [{ ...TENANT, requireTwoFactor: 'account' } as const, LANDLORD];
  expect(visitorRoles({ roles, signing_order: 'parallel' })).toEqual(['Landlord']);
});

test('matches the people of a public link to the roles of the template regardless of case', () => {
  const signers = [{ role: 'landlord', name: 'Ada', email: 'ada@contoso.example' }];
  expect(peopleOf({ roles: [TENANT, LANDLORD] }, { signers })).toEqual({
    Tenant: { name: '', email: '', proof: 'link', secondEmail: '' },
    Landlord: { name: 'Ada', email: 'ada@contoso.example', proof: 'link', secondEmail: '' },
  });
});

test('expires a public link at the end of the chosen day', () => {
  expect(localDay(null)).toBe('');
  expect(endOfDay('')).toBeNull();
  expect(localDay(endOfDay('2026-12-31'))).toBe('2026-12-31');
  expect(new Date(endOfDay('2026-12-31') ?? '').getDate()).toBe(1);
});
