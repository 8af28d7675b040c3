import {
  type DigestAlgorithm,
  readDigestIdentifier,
  readSignatureIdentifier,
  type SignatureAlgorithm,
} from './algorithms.ts';
import { toDefiniteLengths } from './ber.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { contextConstructed, contextPrimitive, Tag, tlv } from './der.ts';
import { type DerElement, DerReader, integerHex, MAX_DER_BYTES, readOid, readSmallInteger } from './der-reader.ts';
import { orUndefined, PkiError } from './errors.ts';
import { type DistinguishedName, readName } from './names.ts';
import { Oid } from './oids.ts';

/** The identification of a certificate in a SignerInfo (RFC 5652 §5.3). */
export type SignerIdentifier =
  | { readonly kind: 'issuerAndSerial'; readonly issuer: DistinguishedName; readonly serial: string }
  | { readonly kind: 'subjectKeyIdentifier'; readonly keyId: Buffer };

/** Attribute types and their values. */
export type Attributes = ReadonlyMap<string, readonly DerElement[]>;

/** A parsed SignedData with one signer, before any verification. */
export type Cms = {
  readonly contentType: string;
  /** `undefined` if the content is detached. */
  readonly eContent: Buffer | undefined;
  /** The certificates that could be parsed. Other certificate formats are skipped. */
  readonly certificates: readonly Certificate[];
  /** The DER of embedded CRLs and OCSP responses (RFC 5652 §5.1, RFC 5940, Adobe's attribute). */
  readonly crls: readonly Buffer[];
  readonly ocspResponses: readonly Buffer[];
  readonly signerIdentifier: SignerIdentifier;
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  /** The signed SET OF attributes. `undefined` if there are no signed attributes. */
  readonly signedBytes: Buffer | undefined;
  readonly signedAttributes: Attributes;
  readonly unsignedAttributes: Attributes;
  readonly signature: Buffer;
  /** Whether nonzero octets follow the structure. This is possible only if the caller accepts them. */
  readonly hasTrailingOctets: boolean;
};

export type ParseCmsOptions = {
  /**
   * Whether to ignore octets after the structure and report them in `hasTrailingOctets`. By default, such octets are
   * refused.
   */
  readonly allowTrailingOctets?: boolean;
};

/** Thrown as the cause of malformed_cms if there is no signer, or more than one. */
export const SIGNER_COUNT = 'signer count';

function malformed(message: string, cause?: unknown): PkiError {
  return new PkiError('malformed_cms', message, cause === undefined ? undefined : { cause });
}

/**
 * Parses a CMS SignedData with exactly one signer. BER with indefinite lengths is accepted. Zeros after the structure
 * are also accepted, because they pad a PDF's /Contents (ISO 32000-2 12.8.1). Other trailing octets are refused unless
 * the caller accepts them.
 * @throws PkiError malformed_der, malformed_cms
 */
export function parseCms(bytes: Uint8Array, { allowTrailingOctets = false }: ParseCmsOptions = {}): Cms {
  const { element, hasTrailingOctets } = leadingElement(bytes);
  if (hasTrailingOctets && !allowTrailingOctets) throw malformed('there is data after the end of the structure');
  const contentInfo = element.children();
  if (readOid(contentInfo.next()) !== Oid.signedData) throw malformed('not SignedData');
  const fields = contentInfo.next(contextConstructed(0)).only(Tag.sequence).children();
  contentInfo.end();
  readSmallInteger(fields.next(Tag.integer));
  fields.next(Tag.set);
  const encapsulated = fields.next(Tag.sequence).children();
  const contentType = readOid(encapsulated.next());
  const eContent = encapsulated.optional(contextConstructed(0))?.only(Tag.octetString).content;
  encapsulated.end();
  const certificates = readCertificates(fields.optional(contextConstructed(0)));
  const revocationInfo = fields.optional(contextConstructed(1));
  const [signerInfo, ...others] = fields.next(Tag.set).elements(Tag.sequence);
  fields.end();
  if (!signerInfo || others.length > 0) throw malformed('there must be exactly one signer', SIGNER_COUNT);
  const signer = readSignerInfo(signerInfo);
  // Unreadable evidence is ignored, and does not affect the signature.
  const revocation = orUndefined(() => readRevocationInfo(revocationInfo)) ?? NO_EVIDENCE;
  const archive = signer.signedAttributes.get(Oid.adobeRevocationInfoArchival)?.[0];
  const archived = orUndefined(() => readAdobeArchive(archive)) ?? NO_EVIDENCE;
  return {
    contentType,
    eContent,
    certificates,
    crls: [...revocation.crls, ...archived.crls],
    ocspResponses: [...revocation.ocspResponses, ...archived.ocspResponses],
    ...signer,
    hasTrailingOctets,
  };
}

function leadingElement(bytes: Uint8Array): { element: DerElement; hasTrailingOctets: boolean } {
  if (bytes.length > MAX_DER_BYTES) throw malformed('too large');
  let source = bytes;
  let consumed: number;
  if (bytes[1] === 0x80) {
    const rewritten = toDefiniteLengths(bytes);
    source = rewritten.der;
    consumed = rewritten.consumed;
  } else {
    consumed = new DerReader(bytes).next().end;
  }
  const hasTrailingOctets = bytes.subarray(consumed).some((octet) => octet !== 0);
  return { element: new DerReader(source).next(Tag.sequence), hasTrailingOctets };
}

const MAX_CERTIFICATES = 64;

function readCertificates(list: DerElement | undefined): Certificate[] {
  const elements = list?.elements() ?? [];
  if (elements.length > MAX_CERTIFICATES) throw malformed('too many certificates');
  return elements.flatMap((element) => {
    // An unreadable certificate from another issuer is skipped, because it may not be needed.
    const certificate = element.tag === Tag.sequence ? orUndefined(() => parseCertificate(element.raw)) : undefined;
    return certificate ? [certificate] : [];
  });
}

type RevocationInfo = { readonly crls: Buffer[]; readonly ocspResponses: Buffer[] };
const NO_EVIDENCE: RevocationInfo = { crls: [], ocspResponses: [] };

/** RevocationInfoChoices: CRLs, and OCSP responses as OtherRevocationInfoFormat (RFC 5940 §2.1). */
function readRevocationInfo(list: DerElement | undefined): RevocationInfo {
  const info: RevocationInfo = { crls: [], ocspResponses: [] };
  for (const element of list?.elements() ?? []) {
    if (element.tag === Tag.sequence) info.crls.push(element.raw);
    if (element.tag !== contextConstructed(1)) continue;
    const other = element.children();
    if (readOid(other.next()) === OCSP_RESPONSE_FORMAT) info.ocspResponses.push(other.next(Tag.sequence).raw);
  }
  return info;
}

const OCSP_RESPONSE_FORMAT = '1.3.6.1.5.5.7.16.2';

/** RevocationInfoArchival ::= SEQUENCE { crl [0] SEQUENCE OF, ocsp [1] SEQUENCE OF, ... } (ISO 32000-2 12.8.3.3.2) */
function readAdobeArchive(value: DerElement | undefined): RevocationInfo {
  const info: RevocationInfo = { crls: [], ocspResponses: [] };
  const fields = value?.expect(Tag.sequence).children();
  for (const element of fields?.optional(contextConstructed(0))?.only(Tag.sequence).elements() ?? [])
    info.crls.push(element.raw);
  for (const element of fields?.optional(contextConstructed(1))?.only(Tag.sequence).elements() ?? [])
    info.ocspResponses.push(element.raw);
  return info;
}

type SignerInfo = Pick<
  Cms,
  | 'signerIdentifier'
  | 'digestAlgorithm'
  | 'signatureAlgorithm'
  | 'signedBytes'
  | 'signedAttributes'
  | 'unsignedAttributes'
  | 'signature'
>;

function readSignerInfo(element: DerElement): SignerInfo {
  const fields = element.children();
  readSmallInteger(fields.next(Tag.integer));
  const signerIdentifier = readSignerIdentifier(fields.next());
  const digestAlgorithm = readDigestIdentifier(fields.next(Tag.sequence));
  const signed = fields.optional(contextConstructed(0));
  const signatureAlgorithm = readSignatureIdentifier(fields.next(Tag.sequence), digestAlgorithm);
  const signature = fields.next(Tag.octetString).content;
  const unsigned = fields.optional(contextConstructed(1));
  fields.end();
  return {
    signerIdentifier,
    digestAlgorithm,
    signatureAlgorithm,
    // Attributes are signed with the tag of SET OF, but stored with [0] (§5.4).
    signedBytes: signed && tlv(Tag.set, signed.content),
    signedAttributes: readAttributes(signed),
    unsignedAttributes: readAttributes(unsigned),
    signature,
  };
}

function readSignerIdentifier(element: DerElement): SignerIdentifier {
  if (element.tag === contextPrimitive(0)) return { kind: 'subjectKeyIdentifier', keyId: element.content };
  const fields = element.expect(Tag.sequence).children();
  const issuer = readName(fields.next());
  const serial = integerHex(fields.next(Tag.integer));
  fields.end();
  return { kind: 'issuerAndSerial', issuer, serial };
}

const MAX_ATTRIBUTES = 64;

/** Duplicate attributes are refused, because two readers could interpret them differently (RFC 5652 §5.3, §11). */
function readAttributes(set: DerElement | undefined): Attributes {
  const attributes = new Map<string, readonly DerElement[]>();
  for (const element of set?.elements(Tag.sequence) ?? []) {
    const fields = element.children();
    const type = readOid(fields.next());
    const values = fields.next(Tag.set).elements();
    fields.end();
    const known = attributes.get(type);
    // Several attributes may contain the unsigned signature-time-stamp (EN 319 122-1 §5.3).
    if (known && type !== Oid.signatureTimeStampToken) throw malformed('an attribute appears twice');
    attributes.set(type, [...(known ?? []), ...values]);
    if (attributes.size > MAX_ATTRIBUTES) throw malformed('too many attributes');
  }
  return attributes;
}
