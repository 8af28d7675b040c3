import { contextConstructed, contextPrimitive, Tag } from './der.ts';
import {
  type DerElement,
  readBoolean,
  readDer,
  readNamedBits,
  readOid,
  readSmallInteger,
  readString,
} from './der-reader.ts';
import { PkiError } from './errors.ts';
import { KEY_USAGES, type KeyUsage } from './extensions.ts';
import { type DistinguishedName, readName } from './names.ts';
import { Oid } from './oids.ts';

/** The names of supported kinds. `otherKinds` contains the GeneralName tag numbers of all other names. */
export type GeneralNames = {
  readonly emails: readonly string[];
  readonly dnsNames: readonly string[];
  readonly uris: readonly string[];
  readonly directoryNames: readonly DistinguishedName[];
  readonly otherKinds: readonly number[];
};

/** Names that are permitted or excluded for certificates below the CA (RFC 5280 §4.2.1.10). */
export type NameConstraints = { readonly permitted: GeneralNames; readonly excluded: GeneralNames };

/** The supported extensions of a certificate. */
export type CertificateExtensions = {
  readonly basicConstraints?: { readonly ca: boolean; readonly pathLength?: number };
  readonly keyUsage?: ReadonlySet<KeyUsage>;
  /** The OIDs of the purposes. */
  readonly extendedKeyUsage?: { readonly purposes: readonly string[]; readonly critical: boolean };
  readonly subjectAltName?: GeneralNames;
  readonly subjectKeyIdentifier?: Buffer;
  readonly authorityKeyIdentifier?: Buffer;
  readonly nameConstraints?: NameConstraints;
  /** The OIDs of the policies. */
  readonly policies: readonly string[];
  readonly crlAddresses: readonly string[];
  readonly ocspAddresses: readonly string[];
  readonly caIssuersAddresses: readonly string[];
  readonly ocspNoCheck: boolean;
  /** The statement OIDs in qcStatements (RFC 3739, ETSI EN 319 412-5). */
  readonly qcStatements: readonly string[];
  /** The OIDs in the QcType statement, for signatures, seals and web sites (EN 319 412-5 §4.2.3). */
  readonly qcTypes: readonly string[];
  /** The unsupported critical extensions. A path through such a certificate is refused (RFC 5280 §4.2). */
  readonly unknownCritical: readonly string[];
};

type Draft = { -readonly [K in keyof CertificateExtensions]: CertificateExtensions[K] };

const MAX_EXTENSIONS = 64;

export type RawExtension = { readonly oid: string; readonly critical: boolean; readonly value: Buffer };

/** Reads Extensions ::= SEQUENCE OF Extension. Duplicates are refused (RFC 5280 §4.2). */
export function readRawExtensions(list: DerElement): RawExtension[] {
  const seen = new Set<string>();
  const reader = list.expect(Tag.sequence).children();
  const extensions: RawExtension[] = [];
  while (!reader.done) {
    const fields = reader.next(Tag.sequence).children();
    const type = readOid(fields.next());
    const criticalField = fields.optional(Tag.boolean);
    const value = fields.next(Tag.octetString).content;
    fields.end();
    if (seen.has(type) || seen.size >= MAX_EXTENSIONS)
      throw new PkiError('malformed_certificate', 'an extension appears twice, or there are too many');
    seen.add(type);
    extensions.push({ oid: type, critical: criticalField !== undefined && readBoolean(criticalField), value });
  }
  return extensions;
}

export const NO_EXTENSIONS: CertificateExtensions = {
  policies: [],
  crlAddresses: [],
  ocspAddresses: [],
  caIssuersAddresses: [],
  ocspNoCheck: false,
  qcStatements: [],
  qcTypes: [],
  unknownCritical: [],
};

/** Interprets a certificate's extensions. @throws PkiError malformed_der, malformed_certificate */
export function readExtensions(list: DerElement): CertificateExtensions {
  const draft: Draft = { ...NO_EXTENSIONS };
  for (const extension of readRawExtensions(list)) {
    if (!apply(draft, extension) && extension.critical)
      draft.unknownCritical = [...draft.unknownCritical, extension.oid];
  }
  return draft;
}

/** @returns whether path validation processes the extension */
function apply(draft: Draft, { oid, critical, value }: RawExtension): boolean {
  switch (oid) {
    case Oid.basicConstraints:
      draft.basicConstraints = readBasicConstraints(readDer(value, Tag.sequence));
      return true;
    case Oid.keyUsage:
      draft.keyUsage = readKeyUsage(readDer(value, Tag.bitString));
      return true;
    case Oid.extendedKeyUsage:
      draft.extendedKeyUsage = { purposes: readDer(value, Tag.sequence).elements(Tag.oid).map(readOid), critical };
      return true;
    case Oid.subjectAltName:
      draft.subjectAltName = readGeneralNames(readDer(value, Tag.sequence));
      return true;
    case Oid.nameConstraints:
      draft.nameConstraints = readNameConstraints(readDer(value, Tag.sequence));
      return true;
    case Oid.certificatePolicies:
      draft.policies = readDer(value, Tag.sequence).elements(Tag.sequence).map(firstOid);
      return true;
    case Oid.qcStatements:
      applyQcStatements(draft, readDer(value, Tag.sequence).elements(Tag.sequence));
      return true;
    case Oid.crlDistributionPoints:
      draft.crlAddresses = readCrlAddresses(readDer(value, Tag.sequence));
      return true;
    case Oid.subjectKeyIdentifier:
      draft.subjectKeyIdentifier = readDer(value, Tag.octetString).content;
      return true;
    case Oid.authorityKeyIdentifier: {
      const keyId = readDer(value, Tag.sequence).children().optional(contextPrimitive(0))?.content;
      if (keyId) draft.authorityKeyIdentifier = keyId;
      return true;
    }
    case Oid.authorityInfoAccess:
      applyInfoAccess(draft, readDer(value, Tag.sequence));
      return true;
    case Oid.ocspNoCheck:
      draft.ocspNoCheck = true;
      return true;
    default:
      return false;
  }
}

const QC_TYPE = '0.4.0.1862.1.6';

/**
 * QCStatement ::= SEQUENCE { statementId, statementInfo ANY OPTIONAL }; for QcType, statementInfo is a list of OIDs.
 */
function applyQcStatements(draft: Draft, statements: readonly DerElement[]): void {
  draft.qcStatements = statements.map(firstOid);
  for (const statement of statements) {
    const fields = statement.children();
    if (readOid(fields.next()) === QC_TYPE && !fields.done)
      draft.qcTypes = [...draft.qcTypes, ...fields.next(Tag.sequence).elements(Tag.oid).map(readOid)];
  }
}

const firstOid = (element: DerElement): string => readOid(element.children().next());

function readBasicConstraints(element: DerElement): { ca: boolean; pathLength?: number } {
  const fields = element.children();
  const caField = fields.optional(Tag.boolean);
  const lengthField = fields.optional(Tag.integer);
  fields.end();
  const ca = caField !== undefined && readBoolean(caField);
  if (!lengthField) return { ca };
  const pathLength = readSmallInteger(lengthField);
  if (pathLength < 0) throw new PkiError('malformed_certificate', 'the path length is negative');
  return { ca, pathLength };
}

function readKeyUsage(element: DerElement): ReadonlySet<KeyUsage> {
  const bits = readNamedBits(element);
  return new Set(KEY_USAGES.filter((_, bit) => bits.has(bit)));
}

/** Reads GeneralNames (RFC 5280 §4.2.1.6), also with an IMPLICIT tag. */
function readGeneralNames(element: DerElement): GeneralNames {
  return collectNames(element.elements());
}

function collectNames(names: readonly DerElement[]): GeneralNames {
  const emails: string[] = [];
  const dnsNames: string[] = [];
  const uris: string[] = [];
  const directoryNames: DistinguishedName[] = [];
  const otherKinds: number[] = [];
  for (const name of names) {
    if (name.tag === contextPrimitive(1)) emails.push(name.content.toString('latin1'));
    else if (name.tag === contextPrimitive(2)) dnsNames.push(name.content.toString('latin1'));
    else if (name.tag === contextPrimitive(6)) uris.push(name.content.toString('latin1'));
    else if (name.tag === contextConstructed(4)) directoryNames.push(readName(name.only(Tag.sequence)));
    else if (name.tag === contextConstructed(0)) readOtherName(name, emails, otherKinds);
    else otherKinds.push(name.tag & 0x1f);
  }
  return { emails, dnsNames, uris, directoryNames, otherKinds };
}

function readOtherName(name: DerElement, emails: string[], otherKinds: number[]): void {
  const fields = name.children();
  const type = readOid(fields.next());
  const value = fields.next(contextConstructed(0));
  if (type === Oid.smtpUtf8Mailbox) emails.push(readString(value.only(Tag.utf8String)));
  else otherKinds.push(0);
}

function readNameConstraints(element: DerElement): NameConstraints {
  const fields = element.children();
  const permitted = fields.optional(contextConstructed(0));
  const excluded = fields.optional(contextConstructed(1));
  fields.end();
  return { permitted: readSubtrees(permitted), excluded: readSubtrees(excluded) };
}

/**
 * Reads GeneralSubtrees. In this profile, minimum and maximum always have their default values (RFC 5280 §4.2.1.10).
 */
function readSubtrees(list: DerElement | undefined): GeneralNames {
  const bases = (list?.elements(Tag.sequence) ?? []).map((subtree) => subtree.only());
  return collectNames(bases);
}

function readCrlAddresses(points: DerElement): string[] {
  return points.elements(Tag.sequence).flatMap((point) => {
    const name = point.children().optional(contextConstructed(0))?.only();
    return name?.tag === contextConstructed(0) ? readGeneralNames(name).uris : [];
  });
}

function applyInfoAccess(draft: Draft, descriptions: DerElement): void {
  for (const description of descriptions.elements(Tag.sequence)) {
    const fields = description.children();
    const method = readOid(fields.next());
    const location = fields.next();
    if (location.tag !== contextPrimitive(6)) continue;
    const address = location.content.toString('latin1');
    if (method === Oid.accessOcsp) draft.ocspAddresses = [...draft.ocspAddresses, address];
    if (method === Oid.accessCaIssuers) draft.caIssuersAddresses = [...draft.caIssuersAddresses, address];
  }
}
