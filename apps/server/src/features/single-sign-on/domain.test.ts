import type { Role } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import {
  decideReach,
  emailFrom,
  type Facts,
  type Identity,
  isMultiFactor,
  persistentSubject,
  nameFrom,
  roleFrom,
  subjectFrom,
} from './domain.ts';
import { SsoRefusal } from './refusal.ts';

const settings = { email_attribute: null, role_mapping: null, allowed_domains: [], create_members: true };
const identity: Identity = {
  method: 'saml',
  provider: 'idp',
  subject: 's',
  subjectAttribute: null,
  email: 'ada@proved.example',
  name: 'Ada',
  role: 'member',
  isMultiFactor: false,
  authenticatedAt: null,
};
const facts = (change: Partial<Facts> = {}): Facts => ({
  settings,
  trustGeneration: 3,
  isDomainProved: true,
  account: undefined,
  link: undefined,
  ...change,
});
const account = (role: Role | null) => ({ userId: 'usr_1', role });
const confirmed = { provider: 'idp', subject: 's', subject_attribute: null, trust_generation: 3 };

describe('account of a user who signs in', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['a new user with a confirmed domain', {}, 'create'],
    ['a new user with an unconfirmed domain', { isDomainProved: false }, 'confirm'],
    ['an account in another organization, with a confirmed domain', { account: account(null) }, 'join'],
    [
      'an account in another organization, with an unconfirmed domain',
      { account: account(null), isDomainProved: false },
      'confirm',
    ],
    ['a member with a confirmed domain', { account: account('member') }, 'log-in'],
    ['a member with an unconfirmed domain', { account: account('member'), isDomainProved: false }, 'confirm'],
    [
      'a member who confirmed the sign-in',
      { account: account('member'), isDomainProved: false, link: confirmed },
      'log-in',
    ],
    ['an owner with a confirmed domain', { account: account('owner') }, 'confirm'],
    ['an owner who confirmed the sign-in', { account: account('owner'), link: confirmed }, 'log-in'],
    [
      'an owner who signed in through the domain before becoming an owner',
      { account: account('owner'), link: { ...confirmed, trust_generation: null } },
      'confirm',
    ],
    [
      'a member who confirmed the sign-in for another provider',
      { account: account('owner'), link: { ...confirmed, provider: 'other' } },
      'confirm',
    ],
    [
      'a member who confirmed the sign-in before the provider was changed',
      { account: account('owner'), link: { ...confirmed, trust_generation: 2 } },
      'confirm',
    ],
    [
      'a member who confirmed the sign-in and was then removed',
      { account: account(null), isDomainProved: false, link: confirmed },
      'confirm',
    ],
    [
      'another person with the same address',
      { account: account('member'), link: { ...confirmed, subject: 't' } },
      'refuse',
    ],
    [
      'a member pinned to another provider',
      { account: account('member'), link: { ...confirmed, provider: 'b' } },
      'confirm',
    ],
    [
      'a member pinned by an attribute that is no longer used',
      { account: account('member'), link: { ...confirmed, subject_attribute: 'employee' } },
      'confirm',
    ],
    [
      'no account yet, and the organization does not create members',
      { settings: { ...settings, create_members: false } },
      'refuse',
    ],
    [
      'an account in another organization, and the organization does not create members',
      { settings: { ...settings, create_members: false }, account: account(null) },
      'refuse',
    ],
    [
      'a domain that the organization does not allow',
      { settings: { ...settings, allowed_domains: ['x.example'] } },
      'refuse',
    ],
    [
      'a domain that the organization allows',
      { settings: { ...settings, allowed_domains: ['proved.example'] } },
      'create',
    ],
  ])('decides which account a user signs in to: %s', (_name, change, kind) => {
    expect(decideReach(identity, facts(change)).kind).toBe(kind);
  });
});

describe('response without a permanent identifier', () => {
  const transient = { ...identity, subject: null };
  test.each<[string, Partial<Facts>, string]>([
    ['a new user with a confirmed domain', {}, 'confirm'],
    ['a member with a confirmed domain', { account: account('member') }, 'confirm'],
    [
      'a member who confirmed the sign-in without a permanent identifier',
      { account: account('member'), link: { ...confirmed, subject: null } },
      'confirm',
    ],
    ['a member who is pinned by name', { account: account('member'), link: confirmed }, 'refuse'],
    ['an owner who is pinned by name', { account: account('owner'), link: confirmed }, 'refuse'],
    ['a member who was removed after the confirmation', { account: account(null), link: confirmed }, 'confirm'],
  ])('decides which account a response without a permanent identifier signs in to: %s', (_name, change, kind) => {
    expect(decideReach(transient, facts(change)).kind).toBe(kind);
  });
});

describe('attributes in a response', () => {
  test('uses a single value of the chosen attribute as the subject, unless the value is too long', () => {
    const attributes = new Map([
      ['employee', ['7']],
      ['groups', ['a', 'b']],
      ['long', ['x'.repeat(1025)]],
      ['empty', ['']],
    ]);
    expect(subjectFrom(attributes, 'employee')).toBe('7');
    for (const name of ['groups', 'long', 'empty', 'absent'])
      expect(() => subjectFrom(attributes, name)).toThrow(SsoRefusal);
    expect(() => persistentSubject('x'.repeat(1025))).toThrow(SsoRefusal);
    expect(persistentSubject(null)).toBeNull();
  });

  test('assigns the role "member", or "admin" if the attribute maps to it, but never "owner"', () => {
    const mapping = { ...settings, role_mapping: { attribute: 'g', admin: ['a', 'owner'] } };
    expect(roleFrom(new Map([['g', ['a']]]), settings)).toBe('member');
    expect(roleFrom(new Map([['g', ['b', 'a']]]), mapping)).toBe('admin');
    expect(roleFrom(new Map([['g', ['owner']]]), mapping)).toBe('admin');
    expect(roleFrom(new Map([['role', ['owner']]]), mapping)).toBe('member');
  });

  test.each<[string | undefined, Record<string, string[]>, string]>([
    ['a@b.example', { mail: ['a@b.example'] }, 'subject'],
    ['a@b.example', { 'urn:oid:0.9.2342.19200300.100.1.3': [' a@b.example '] }, ''],
    ['a@b.example', {}, 'a@b.example'],
    [undefined, { mail: ['a@b.example', 'c@b.example'] }, ''],
    [undefined, { mail: ['a@b.example\nc@d.example'] }, ''],
    [undefined, { mail: ['Ada <a@b.example>'] }, ''],
    [undefined, { mail: ['a@b@c.example'] }, ''],
    [undefined, { mail: ['a@localhost'] }, ''],
    ['jürgen@b.example', { mail: ['jürgen@b.example'] }, ''],
    [undefined, { mail: ['\u212Aim@b.example'] }, ''],
    [undefined, { mail: ['a@\u212Aim.example'] }, ''],
    [undefined, { mail: ['a\u200B@b.example'] }, ''],
    [undefined, {}, 'p\u0430ul@b.example'],
    [undefined, {}, ''],
  ])('reads the address %s from %o', (email, attributes, fallback) => {
    expect(emailFrom(new Map(Object.entries(attributes)), settings, fallback)).toBe(email);
  });

  test('uses only the address in the chosen attribute', () => {
    const chosen = { ...settings, email_attribute: 'upn' };
    expect(
      emailFrom(
        new Map([
          ['upn', ['a@b.example']],
          ['mail', ['c@b.example']],
        ]),
        chosen,
        'd@b.example',
      ),
    ).toBe('a@b.example');
    expect(emailFrom(new Map([['mail', ['c@b.example']]]), chosen, 'd@b.example')).toBeUndefined();
  });

  test('uses a one-line name, or otherwise the part of the address before the @', () => {
    expect(nameFrom(new Map([['displayName', ['Ada\r\nLovelace']]]), 'a@b.example')).toBe('Ada Lovelace');
    expect(
      nameFrom(
        new Map([
          ['given_name', ['Ada']],
          ['family_name', ['Lovelace']],
        ]),
        'a@b.example',
      ),
    ).toBe('Ada Lovelace');
    expect(nameFrom(new Map(), 'ada.l@b.example')).toBe('ada.l');
  });

  test('detects that the provider used multi-factor authentication', () => {
    expect(isMultiFactor(['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'], new Map())).toBe(false);
    expect(isMultiFactor(['https://refeds.org/profile/mfa'], new Map())).toBe(true);
    expect(isMultiFactor([], new Map([['amr', ['pwd', 'mfa']]]))).toBe(true);
  });
});
