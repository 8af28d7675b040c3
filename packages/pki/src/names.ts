import { domainToASCII } from 'node:url';
import { ia5String, oid, printableString, sequence, setOf, Tag, utf8String } from './der.ts';
import { type DerElement, readDer, readOid, readString } from './der-reader.ts';
import { PkiError } from './errors.ts';
import { Oid } from './oids.ts';

/** One attribute of a name. Its text is `undefined` if the value is not a string. */
export type NameAttribute = { readonly type: string; readonly value: string | undefined; readonly valueDer: Buffer };

/** A Name (RFC 5280 §4.1.2.4) with its exact DER and its readable text. */
export class DistinguishedName {
  readonly der: Buffer;
  /** RDNs (relative distinguished names) in encoded order. */
  readonly relative: readonly (readonly NameAttribute[])[];
  #comparable: string | undefined;

  /** @throws PkiError malformed_der */
  constructor(der: Buffer) {
    this.der = der;
    this.relative = readDer(der, Tag.sequence)
      .elements(Tag.set)
      .map((rdn) => rdn.elements(Tag.sequence).map(readAttribute));
  }

  get isEmpty(): boolean {
    return this.der.length === 2;
  }

  /** Returns the most specific value of an attribute type. */
  first(type: string): string | undefined {
    return this.relative.flat().findLast((attribute) => attribute.type === type)?.value;
  }

  /** Returns every value of an attribute type, least specific first. */
  all(type: string): string[] {
    return this.relative
      .flat()
      .flatMap((attribute) => (attribute.type === type && attribute.value !== undefined ? [attribute.value] : []));
  }

  get commonName(): string | undefined {
    return this.first(Oid.commonName);
  }

  /** The name as RFC 4514 text, most specific part first. */
  get text(): string {
    return [...this.relative]
      .reverse()
      .map((rdn) => rdn.map(attributeText).join('+'))
      .join(',');
  }

  /** Compares names according to RFC 5280 §7.1, which ignores case and runs of spaces. */
  equals(other: DistinguishedName): boolean {
    return this.der.equals(other.der) || this.comparable === other.comparable;
  }

  /** A string that is the same for all equal names, with one line per RDN. */
  get comparable(): string {
    this.#comparable ??= this.comparableRelative.join('\n');
    return this.#comparable;
  }

  /** The comparable form of each RDN, in encoded order. A prefix of them is a subtree (RFC 5280 §4.2.1.10). */
  get comparableRelative(): string[] {
    return this.relative.map((rdn) => rdn.map(comparableAttribute).sort().join('+'));
  }
}

function readAttribute(element: DerElement): NameAttribute {
  const fields = element.children();
  const type = readOid(fields.next());
  const value = fields.next();
  fields.end();
  return { type, value: STRING_TAGS.has(value.tag) ? readString(value) : undefined, valueDer: value.raw };
}

const STRING_TAGS: ReadonlySet<number> = new Set([
  Tag.utf8String,
  Tag.printableString,
  Tag.ia5String,
  Tag.teletexString,
  Tag.visibleString,
  Tag.bmpString,
  Tag.universalString,
]);

function comparableAttribute({ type, value, valueDer }: NameAttribute): string {
  const text =
    value === undefined
      ? `#${valueDer.toString('hex')}`
      : value.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
  return `${type}=${JSON.stringify(text)}`;
}

const LABELS: ReadonlyMap<string, string> = new Map([
  [Oid.commonName, 'CN'],
  [Oid.surname, 'SN'],
  [Oid.givenName, 'GN'],
  [Oid.serialNumber, 'serialNumber'],
  [Oid.country, 'C'],
  [Oid.locality, 'L'],
  [Oid.state, 'ST'],
  [Oid.street, 'STREET'],
  [Oid.organization, 'O'],
  [Oid.organizationalUnit, 'OU'],
  [Oid.organizationIdentifier, 'organizationIdentifier'],
  [Oid.title, 'title'],
  [Oid.domainComponent, 'DC'],
  [Oid.userId, 'UID'],
  [Oid.emailAddress, 'emailAddress'],
  [Oid.pseudonym, 'pseudonym'],
]);

function attributeText({ type, value, valueDer }: NameAttribute): string {
  const label = LABELS.get(type);
  if (label === undefined || value === undefined) return `${label ?? type}=#${valueDer.toString('hex')}`;
  return `${label}=${escapeValue(value)}`;
}

/**
 * Escapes a value according to RFC 4514 §2.4. Control characters are also escaped, so that a name cannot break a line
 * of a report.
 */
function escapeValue(value: string): string {
  return value
    .replace(/[\\",+;<>]/g, '\\$&')
    .replace(/^[# ]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replace(/\p{Cc}/gu, (character) => Buffer.from(character, 'utf8').toString('hex').replace(/../g, '\\$&'));
}

/** The attributes in the names that we write. */
export type NameFields = {
  /** The country code (ISO 3166-1 alpha-2). */
  readonly country?: string;
  readonly organization?: string;
  /** A registration number with its kind and country (EN 319 412-1 §5.1.4). */
  readonly organizationIdentifier?: string;
  /** Letters, digits and hyphens that distinguish two subjects with the same name (X.520 §6.2.9). */
  readonly serialNumber?: string;
  readonly commonName?: string;
  readonly emailAddress?: string;
  /** A pseudonym for a person whose identity is not in the certificate (X.520 §6.2.10). */
  readonly pseudonym?: string;
};

// The limits ub-organization-name and ub-common-name, counted in characters (RFC 5280 appendix A).
const NAME_UPPER_BOUND = 64;

/**
 * Encodes a Name in DER, from the most general to the most specific part.
 * @throws PkiError invalid_argument for empty or overlong values, and for control characters
 */
export function encodeName(fields: NameFields): Buffer {
  const parts: Buffer[] = [];
  const add = (type: string, value: Buffer): void => void parts.push(setOf(sequence(oid(type), value)));
  if (fields.country !== undefined) {
    if (!/^[A-Z]{2}$/.test(fields.country))
      throw new PkiError('invalid_argument', 'a country must be two capital letters');
    add(Oid.country, printableString(fields.country));
  }
  if (fields.organization !== undefined) add(Oid.organization, utf8String(checkedText(fields.organization)));
  if (fields.organizationIdentifier !== undefined)
    add(Oid.organizationIdentifier, utf8String(checkedText(fields.organizationIdentifier)));
  if (fields.commonName !== undefined) add(Oid.commonName, utf8String(checkedText(fields.commonName)));
  if (fields.pseudonym !== undefined) add(Oid.pseudonym, utf8String(checkedText(fields.pseudonym)));
  if (fields.serialNumber !== undefined) {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(fields.serialNumber))
      throw new PkiError('invalid_argument', 'a serial number must have 1 to 64 letters, digits and hyphens');
    add(Oid.serialNumber, printableString(fields.serialNumber));
  }
  if (fields.emailAddress !== undefined) add(Oid.emailAddress, ia5String(fields.emailAddress));
  return sequence(...parts);
}

function checkedText(text: string): string {
  const length = Array.from(text).length;
  if (length === 0 || length > NAME_UPPER_BOUND || /\p{Cc}/u.test(text) || !text.isWellFormed()) {
    throw new PkiError('invalid_argument', 'a name must have 1 to 64 characters, without control characters');
  }
  return text;
}

/** Truncates a display name to the limit of a certificate, on a character boundary. Never throws. */
export function boundedName(text: string): string {
  const cleaned = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return Array.from(cleaned).slice(0, NAME_UPPER_BOUND).join('').trim();
}

/**
 * An e-mail address in the form used in certificates, with the domain in A-labels, and whether it is ASCII (RFC 8398
 * §3).
 */
export type Mailbox = { readonly address: string; readonly ascii: boolean };

/** @throws PkiError invalid_argument for an invalid address */
export function certificateMailbox(email: string): Mailbox {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const domain = /^[\x21-\x7e]+$/.test(email.slice(at + 1)) ? email.slice(at + 1) : domainToASCII(email.slice(at + 1));
  if (at < 1 || domain === '' || email.length > 254 || /[\s\p{Cc}]/u.test(local) || !email.isWellFormed()) {
    throw new PkiError('invalid_argument', 'it is not an e-mail address');
  }
  return { address: `${local}@${domain}`, ascii: /^[\x21-\x7e]+$/.test(local) };
}

export function readName(element: DerElement): DistinguishedName {
  return new DistinguishedName(element.expect(Tag.sequence).raw);
}
