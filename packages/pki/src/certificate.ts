import { randomBytes } from 'node:crypto';
import { digestOf, readSignatureIdentifier, signatureIdentifier, type SignatureAlgorithm } from './algorithms.ts';
import {
  asBuffer,
  bitString,
  contextConstructed,
  contextPrimitive,
  explicit,
  integer,
  sequence,
  Tag,
  time,
} from './der.ts';
import { bitStringOctets, type DerElement, integerHex, readDer, readSmallInteger, readTime } from './der-reader.ts';
import { PkiError } from './errors.ts';
import { encodeExtensions, type Extension } from './extensions.ts';
import type { SigningKey } from './keys.ts';
import { type DistinguishedName, readName } from './names.ts';
import { type PublicKey, readPublicKey, verifySignature } from './public-key.ts';
import { type CertificateExtensions, NO_EXTENSIONS, readExtensions } from './read-extensions.ts';

/** A parsed X.509 certificate. Only the format has been checked. Path validation checks everything else. */
export type Certificate = {
  readonly der: Buffer;
  /** The signed bytes (TBSCertificate). */
  readonly tbs: Buffer;
  readonly version: 1 | 2 | 3;
  /** The serial number in lower-case hexadecimal without leading zeros. */
  readonly serial: string;
  /** The serial number as an encoded INTEGER, for identifiers that repeat it. */
  readonly serialDer: Buffer;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The SubjectPublicKeyInfo in DER. */
  readonly spki: Buffer;
  /** The octets of the key's BIT STRING, which are the input of key identifiers. */
  readonly publicKeyBits: Buffer;
  /** `undefined` for an unknown algorithm. A signature with an unknown algorithm never verifies. */
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  readonly signature: Buffer;
  readonly extensions: CertificateExtensions;
};

const MAX_CERTIFICATE_BYTES = 256 * 1024;

/**
 * The most recently used certificates, by their DER. The certificates of authorities occur in every signature, so their
 * keys and verified issuers are cached.
 */
const recent = new Map<string, Certificate>();
const MAX_RECENT = 256;
const MAX_RECENT_BYTES = 8 * 1024;

/**
 * Parses one DER certificate. Parsing the same bytes again may return the same object, which must not be modified.
 * @throws PkiError malformed_der, malformed_certificate
 */
export function parseCertificate(der: Uint8Array): Certificate {
  if (der.length > MAX_RECENT_BYTES) return readCertificate(der);
  const key = asBuffer(der).toString('latin1');
  const certificate = recent.get(key) ?? readCertificate(der);
  // Moving the entry to the end makes the first entry in the map the least recently used.
  recent.delete(key);
  recent.set(key, certificate);
  if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value ?? '');
  return certificate;
}

function readCertificate(der: Uint8Array): Certificate {
  if (der.length > MAX_CERTIFICATE_BYTES)
    throw new PkiError('malformed_certificate', 'the certificate is larger than 256 KiB');
  // The bytes are copied, so that the certificate does not keep a whole PDF in memory or depend on the caller's buffer.
  // `Buffer.from(der)` would copy them into a shared slab, which a cached certificate would then keep in memory.
  const outer = readDer(new Uint8Array(der), Tag.sequence);
  const [tbs, outerAlgorithm, signature] = threeParts(outer);
  const fields = tbs.children();
  const versionField = fields.optional(contextConstructed(0));
  const version = versionField ? readSmallInteger(versionField.only(Tag.integer)) + 1 : 1;
  if (version !== 1 && version !== 2 && version !== 3)
    throw new PkiError('malformed_certificate', `version ${version} is not supported`);
  const serial = fields.next(Tag.integer);
  const innerAlgorithm = fields.next(Tag.sequence);
  // Both identifiers must be the same (RFC 5280 §4.1.1.2). Otherwise, the signed bytes would not determine the
  // algorithm.
  if (!innerAlgorithm.raw.equals(outerAlgorithm.raw))
    throw new PkiError('malformed_certificate', 'the two signature algorithms differ');
  const issuer = readName(fields.next());
  const [notBefore, notAfter] = readValidity(fields.next(Tag.sequence));
  const subject = readName(fields.next());
  const spki = fields.next(Tag.sequence);
  fields.optional(contextPrimitive(1));
  fields.optional(contextPrimitive(2));
  const extensionsField = fields.optional(contextConstructed(3));
  fields.end();
  if (extensionsField && version !== 3) throw new PkiError('malformed_certificate', 'extensions require version 3');
  return {
    der: outer.raw,
    tbs: tbs.raw,
    version,
    serial: integerHex(serial),
    serialDer: serial.raw,
    issuer,
    subject,
    notBefore,
    notAfter,
    spki: spki.raw,
    publicKeyBits: publicKeyBits(spki),
    signatureAlgorithm: readSignatureIdentifier(outerAlgorithm),
    signature: bitStringOctets(signature),
    extensions: extensionsField ? readExtensions(extensionsField.only()) : NO_EXTENSIONS,
  };
}

/**
 * Reads SEQUENCE { toBeSigned, signatureAlgorithm, signature }, which is the structure of certificates, CRLs and OCSP
 * responses.
 */
export function threeParts(outer: DerElement): [tbs: DerElement, algorithm: DerElement, signature: DerElement] {
  const parts = outer.children();
  const result: [DerElement, DerElement, DerElement] = [
    parts.next(Tag.sequence),
    parts.next(Tag.sequence),
    parts.next(Tag.bitString),
  ];
  parts.end();
  return result;
}

function readValidity(validity: DerElement): [Date, Date] {
  const fields = validity.children();
  const result: [Date, Date] = [readTime(fields.next()), readTime(fields.next())];
  fields.end();
  return result;
}

function publicKeyBits(spki: DerElement): Buffer {
  const fields = spki.children();
  fields.next(Tag.sequence);
  return bitStringOctets(fields.next());
}

/** Certificates do not change, so the results of expensive elliptic curve operations are cached for each one. */
const keys = new WeakMap<Certificate, PublicKey>();
const makers = new WeakMap<Signed, WeakMap<Certificate, boolean>>();

/** A certificate or a revocation list, both of which are signed by an authority. */
type Signed = Pick<Certificate, 'signatureAlgorithm' | 'tbs' | 'signature'>;

/**
 * Returns the public key of a certificate.
 * @throws PkiError unsupported_key, malformed_der
 */
export function publicKeyOf(certificate: Certificate): PublicKey {
  let key = keys.get(certificate);
  if (key === undefined) {
    key = readPublicKey(certificate.spki);
    keys.set(certificate, key);
  }
  return key;
}

/**
 * Whether `issuer`'s key signed a certificate or a revocation list. Returns false for unknown algorithms and keys.
 * Never throws.
 */
export function isSignedBy(signed: Signed, issuer: Certificate): boolean {
  if (!signed.signatureAlgorithm) return false;
  let known = makers.get(signed);
  if (known === undefined) makers.set(signed, (known = new WeakMap()));
  let isSigned = known.get(issuer);
  if (isSigned === undefined) {
    isSigned = verifiesUnder(issuer, signed.signatureAlgorithm, signed.tbs, signed.signature);
    known.set(issuer, isSigned);
  }
  return isSigned;
}

/** Whether the certificate's key created a signature. Never throws. */
export function verifiesUnder(
  certificate: Certificate,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    return verifySignature(algorithm, publicKeyOf(certificate), data, signature);
  } catch (error) {
    if (error instanceof PkiError) return false;
    throw error;
  }
}

/**
 * Whether the issuer and the subject have the same name, which makes the certificate self-issued (RFC 5280 §6.1). Never
 * throws.
 */
export const isSelfIssued = (certificate: Certificate): boolean => certificate.subject.equals(certificate.issuer);

/** Returns the SHA-256 of the DER in lower-case hexadecimal. Never throws. */
export const fingerprint = (certificate: Certificate): string => digestOf('sha256', certificate.der).toString('hex');

/**
 * Computes a keyIdentifier with method 1 of RFC 7093 §2 (see RFC 5280 §4.2.1.2): the leftmost 160 bits of SHA-256 over
 * the key's octets.
 * @throws PkiError malformed_der for anything other than SubjectPublicKeyInfo
 */
export function keyIdentifier(spki: Uint8Array): Buffer {
  return digestOf('sha256', publicKeyBits(readDer(spki, Tag.sequence))).subarray(0, 20);
}

/**
 * Returns a random serial number with 127 random bits and 16 octets. It must be unique, positive and at most 20 octets
 * long (RFC 5280 §4.1.2.2). Never throws.
 */
export function randomSerial(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

/** The contents of a certificate (RFC 5280 §4.1). */
export type CertificateTemplate = {
  /** The DER of the subject's Name. */
  readonly subject: Buffer;
  readonly subjectPublicKeySpki: Buffer;
  /** The signer of the certificate: a CA with its certificate, or a root's own key. */
  readonly issuer: { readonly certificate: Certificate; readonly key: SigningKey } | { readonly self: SigningKey };
  /** The big-endian octets of a positive number. Random by default. */
  readonly serial?: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly Extension[];
};

/**
 * Builds and signs a version 3 certificate.
 * @throws PkiError invalid_argument; any error that the SigningKey throws
 */
export async function buildCertificate(template: CertificateTemplate): Promise<Certificate> {
  const { issuer, subject, subjectPublicKeySpki, notBefore, notAfter } = template;
  if (notAfter <= notBefore) throw new PkiError('invalid_argument', 'the end of validity must be after its start');
  const key = 'self' in issuer ? issuer.self : issuer.key;
  const algorithm = signatureIdentifier(key.algorithm);
  const tbs = sequence(
    VERSION_3,
    integer(template.serial ?? randomSerial()),
    algorithm,
    'self' in issuer ? subject : issuer.certificate.subject.der,
    sequence(time(notBefore), time(notAfter)),
    subject,
    subjectPublicKeySpki,
    explicit(3, encodeExtensions(template.extensions)),
  );
  return readCertificate(sequence(tbs, algorithm, bitString(await key.sign(tbs))));
}

const VERSION_3 = explicit(0, integer(2));
