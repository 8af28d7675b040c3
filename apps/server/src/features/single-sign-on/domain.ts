/** Decisions about whom an identity provider reaches, as pure functions. */
import { addressFault, asciiAddress, domainOf, type Role, withoutUnseen } from '@countersign/contract';
import { type RefusalReason, SsoRefusal } from './refusal.ts';
import type { CommonSettings } from './settings-domain.ts';

/** What an identity provider says about a person, once it is verified that it said so. */
export type Identity = {
  method: 'saml' | 'oidc';
  /** Entity id or issuer. */
  provider: string;
  /** What the provider calls the person, where that stays the same. */
  subject: string | null;
  /** The attribute that the subject stands in, where the settings name one. */
  subjectAttribute: string | null;
  email: string;
  name: string;
  role: 'admin' | 'member';
  /** The provider says that it asked for more than a password. */
  isMultiFactor: boolean;
  /** When the provider asked the person; null where it does not say. */
  authenticatedAt: Date | null;
};

/** Looked at in this order where the settings name no attribute. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const NAME_ATTRIBUTES = [
  'displayname',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
];
export type Attributes = ReadonlyMap<string, readonly string[]>;

/** An address as we take it anywhere; undefined when there is none. `fallback` is what stands in for an attribute that is not there. */
export function emailFrom(attributes: Attributes, settings: CommonSettings, fallback: string): string | undefined {
  const chosen = settings.email_attribute;
  const values = chosen === null ? firstOf(attributes, EMAIL_ATTRIBUTES) : attributes.get(chosen);
  const email = (values?.[0] ?? (chosen === null ? fallback : '')).trim();
  // Several addresses are none: which of them was meant is not ours to guess.
  const isOne = (values?.length ?? 1) === 1;
  // No flag i beside u: by Unicode's folding, [a-z] would match KELVIN SIGN and LONG S as well.
  const isAddress =
    email.length <= 254 && /^[^\s@<>"(),:;[\]\\\p{Cc}]+@([A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/u.test(asciiAddress(email));
  return isOne && isAddress && addressFault(email) === undefined ? email : undefined;
}

export function nameFrom(attributes: Attributes, email: string): string {
  const given = [
    ...(firstOf(attributes, ['givenname', 'given_name']) ?? []),
    ...(firstOf(attributes, ['sn', 'surname', 'family_name']) ?? []),
  ];
  const name = firstOf(attributes, NAME_ATTRIBUTES)?.[0] ?? given.join(' ');
  const line = withoutUnseen(name)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, 120);
  return line === '' ? email.slice(0, email.lastIndexOf('@')).slice(0, 120) : line;
}

function firstOf(attributes: Attributes, names: readonly string[]): readonly string[] | undefined {
  const byName = new Map([...attributes].map(([name, values]) => [name.toLowerCase(), values]));
  return names
    .map((name) => byName.get(name.toLowerCase()))
    .find((values) => values !== undefined && values.length > 0);
}

/** SAML core §8.3.7 allows 256 characters, OpenID Connect Core §2 255; what is longer is no name that anybody was given. */
const MAX_SUBJECT = 1024;

/** @throws SsoRefusal no-subject */
export function lasting(subject: string | null): string | null {
  if (subject !== null && (subject === '' || subject.length > MAX_SUBJECT)) throw new SsoRefusal('no-subject');
  return subject;
}

/** What the chosen attribute says; one value, since of several nobody knows which one stays. @throws SsoRefusal no-subject */
export function subjectFrom(attributes: Attributes, attribute: string): string {
  const [value, ...more] = attributes.get(attribute) ?? [];
  if (value === undefined || more.length > 0) throw new SsoRefusal('no-subject');
  return lasting(value) ?? value;
}

/** Admin or member, never more: whoever runs the identity provider must not be able to make an owner. */
export function roleFrom(attributes: Attributes, { role_mapping: mapping }: CommonSettings): 'admin' | 'member' {
  const values = mapping ? (attributes.get(mapping.attribute) ?? []) : [];
  return values.some((value) => mapping?.admin.includes(value)) ? 'admin' : 'member';
}

/** Names for "more than a password": REFEDS and NIST profiles, Microsoft's claim, RFC 8176, and SAML's own for two factors. */
const MULTI_FACTOR: ReadonlySet<string> = new Set([
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken',
  'mfa',
]);
export function isMultiFactor(contexts: readonly string[], attributes: Attributes): boolean {
  const claimed = ['amr', 'acr', 'http://schemas.microsoft.com/claims/authnmethodsreferences'].flatMap(
    (name) => attributes.get(name) ?? [],
  );
  return [...contexts, ...claimed].some((value) => MULTI_FACTOR.has(value));
}

export type Facts = {
  settings: CommonSettings;
  trustGeneration: number;
  /** Whether the organization has proved the domain of the address: the account's, or else the asserted one. */
  isDomainProved: boolean;
  /** The account, with its role in this organization. */
  account: { userId: string; role: Role | null } | undefined;
  /** Who a provider said this account was. */
  link: Pin | undefined;
};
export type Pin = {
  provider: string;
  subject: string | null;
  subject_attribute: string | null;
  trust_generation: number | null;
};
export type Reach =
  | { kind: 'log-in'; userId: string }
  | { kind: 'join'; userId: string }
  | { kind: 'create' }
  /** Only by the person's own word, in a mail to the address. */
  | { kind: 'confirm' }
  | { kind: 'refuse'; reason: RefusalReason };

/**
 * How far a login reaches. An organization's provider speaks for addresses in domains that the organization has proved; about
 * anybody else the person is asked, whether there is such an account or not. An owner is always asked: admins set the
 * provider, and one who could log in as the owner would be one. What a person confirmed holds for the provider as it was then.
 *
 * A subject that is pinned is the only one that opens the account: neither an address that was given to somebody else at the
 * provider, nor an answer without a lasting name inherits it. Without such a name the person is asked each time.
 */
export function decideReach(
  identity: Identity,
  { settings, trustGeneration, isDomainProved, account, link }: Facts,
): Reach {
  const domain = domainOf(identity.email);
  if (settings.allowed_domains.length > 0 && !settings.allowed_domains.includes(domain))
    return { kind: 'refuse', reason: 'domain-not-allowed' };
  const isMember = account !== undefined && account.role !== null;
  if (!isMember && !settings.create_members) return { kind: 'refuse', reason: 'not-a-member' };
  const pin = isMember && link !== undefined && link.subject !== null ? link : undefined;
  const isHere = pin?.provider === identity.provider && pin.subject_attribute === identity.subjectAttribute;
  if (isHere && pin.subject !== identity.subject)
    return { kind: 'refuse', reason: identity.subject === null ? 'subject-not-lasting' : 'another-subject' };
  const isConfirmed = isHere && pin.trust_generation === trustGeneration;
  // Another provider, or another attribute for the name, replaces a pin by the person's own word alone.
  const isSpokenFor = isDomainProved && account?.role !== 'owner' && (pin === undefined || isHere);
  if (identity.subject !== null && (isConfirmed || isSpokenFor)) {
    if (!account) return { kind: 'create' };
    return { kind: isMember ? 'log-in' : 'join', userId: account.userId };
  }
  return { kind: 'confirm' };
}
