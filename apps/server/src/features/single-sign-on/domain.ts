/** Pure functions that decide which accounts an identity provider can sign in to. */
import { addressFault, asciiAddress, domainOf, type Role, withoutUnseen } from '@countersign/contract';
import { type RefusalReason, SsoRefusal } from './refusal.ts';
import type { CommonSettings } from './settings-domain.ts';

/** An identity provider's verified statement about a person. */
export type Identity = {
  method: 'saml' | 'oidc';
  /** The entity ID (SAML) or issuer (OpenID Connect). */
  provider: string;
  /** The provider's identifier for the person, if it is permanent. */
  subject: string | null;
  /** The attribute that identifies the subject, if the settings name one. */
  subjectAttribute: string | null;
  email: string;
  name: string;
  role: 'admin' | 'member';
  isMultiFactor: boolean;
  /** The time when the provider authenticated the person. Null if the provider does not state it. */
  authenticatedAt: Date | null;
};

/** Attributes for the address. They are tried in this order if the settings do not name an attribute. */
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

/**
 * Returns the address, or undefined if there is no valid one. `fallback` is used if the settings name no attribute and
 * the response has none of the usual ones.
 */
export function emailFrom(attributes: Attributes, settings: CommonSettings, fallback: string): string | undefined {
  const chosen = settings.email_attribute;
  const values = chosen === null ? firstOf(attributes, EMAIL_ATTRIBUTES) : attributes.get(chosen);
  const email = (values?.[0] ?? (chosen === null ? fallback : '')).trim();
  // Several addresses count as none, because it is unclear which address is correct.
  const isOne = (values?.length ?? 1) === 1;
  // The flag i is not used with u, because [a-z] would then also match KELVIN SIGN and LONG S under Unicode case
  // folding.
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

/**
 * The maximum length of an identifier. SAML core §8.3.7 allows 256 characters, and OpenID Connect Core §2 allows 255.
 * Anything much longer is not an identifier.
 */
const MAX_SUBJECT = 1024;

/** @throws SsoRefusal no-subject */
export function persistentSubject(subject: string | null): string | null {
  if (subject !== null && (subject === '' || subject.length > MAX_SUBJECT)) throw new SsoRefusal('no-subject');
  return subject;
}

/**
 * The attribute must have a single value, because the order of several values is not stable.
 * @throws SsoRefusal no-subject
 */
export function subjectFrom(attributes: Attributes, attribute: string): string {
  const [value, ...more] = attributes.get(attribute) ?? [];
  if (value === undefined || more.length > 0) throw new SsoRefusal('no-subject');
  return persistentSubject(value) ?? value;
}

/** Never returns `owner`, because the administrator of the identity provider must not be able to create an owner. */
export function roleFrom(attributes: Attributes, { role_mapping: mapping }: CommonSettings): 'admin' | 'member' {
  const values = mapping ? (attributes.get(mapping.attribute) ?? []) : [];
  return values.some((value) => mapping?.admin.includes(value)) ? 'admin' : 'member';
}

/**
 * Identifiers for multi-factor authentication: REFEDS and NIST profiles, Microsoft's claim, RFC 8176, and SAML's own
 * identifiers for two factors.
 */
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
  /**
   * True if the organization has verified the domain of the account's address, or of the asserted address if there is
   * no account.
   */
  isDomainProved: boolean;
  /** `role` is the account's role in this organization. Null if the account is not a member. */
  account: { userId: string; role: Role | null } | undefined;
  /** The provider's pinned identifier for this account. */
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
  /** The person must confirm with the link in an e-mail that is sent to the address. */
  | { kind: 'confirm' }
  | { kind: 'refuse'; reason: RefusalReason };

/**
 * Decides what a sign-in may do. An organization's provider can vouch for addresses in domains that the organization
 * has verified. For any other address, the person must confirm, with or without an account. An owner must always
 * confirm: admins configure the provider, and an admin who could sign in as the owner would have the owner's rights. A
 * confirmation applies only to the provider as it was configured at that time.
 *
 * Only a pinned subject opens the account. An address that was reassigned at the provider is not sufficient, and
 * neither is a response without a permanent identifier. Without a permanent identifier, the person must confirm each
 * time.
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
  // A different provider, or a different attribute for the subject, replaces a pin only after the person's own
  // confirmation.
  const isSpokenFor = isDomainProved && account?.role !== 'owner' && (pin === undefined || isHere);
  if (identity.subject !== null && (isConfirmed || isSpokenFor)) {
    if (!account) return { kind: 'create' };
    return { kind: isMember ? 'log-in' : 'join', userId: account.userId };
  }
  return { kind: 'confirm' };
}
