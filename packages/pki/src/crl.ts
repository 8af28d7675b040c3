import { readSignatureIdentifier, signatureIdentifier, type SignatureAlgorithm } from './algorithms.ts';
import { type Certificate, threeParts, isSignedBy } from './certificate.ts';
import {
  bitString,
  contextConstructed,
  contextPrimitive,
  enumerated,
  explicit,
  integer,
  sequence,
  Tag,
  time,
} from './der.ts';
import {
  bitStringOctets,
  type DerElement,
  integerHex,
  readDer,
  readInteger,
  readSmallInteger,
  readTime,
} from './der-reader.ts';
import { PkiError } from './errors.ts';
import { authorityKeyIdentifier, encodeExtensions, type Extension } from './extensions.ts';
import type { SigningKey } from './keys.ts';
import { type DistinguishedName, readName } from './names.ts';
import { Oid } from './oids.ts';
import { readRawExtensions } from './read-extensions.ts';

/** The values of CRLReason (RFC 5280 §5.3.1), in order. Value 7 is unused. */
export const REVOCATION_REASONS = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  undefined,
  'removeFromCRL',
  'privilegeWithdrawn',
  'aACompromise',
] as const;
/** CRLReason (RFC 5280 §5.3.1). */
export type RevocationReason = Exclude<(typeof REVOCATION_REASONS)[number], undefined>;

/** When and why a certificate was revoked. */
export type Revocation = { readonly at: Date; readonly reason: RevocationReason };

/** The contents of a revocation list, and its signer. */
export type CrlOptions = {
  readonly issuer: Certificate;
  readonly key: SigningKey;
  /** The revoked certificates. `serial` is hexadecimal, like `Certificate.serial`. */
  readonly revoked: readonly { readonly serial: string; readonly at: Date; readonly reason?: RevocationReason }[];
  /** The CRL number, which increases with every CRL of the issuer (RFC 5280 §5.2.3). */
  readonly number: number | bigint;
  readonly now: Date;
  readonly nextUpdate: Date;
};

/**
 * Builds and signs a full version 2 CRL.
 * @returns DER of CertificateList
 * @throws PkiError invalid_argument if the key is not the issuer's or a serial is not hexadecimal; any error of the
 * signing key
 */
export async function createCrl({ issuer, key, revoked, number, now, nextUpdate }: CrlOptions): Promise<Buffer> {
  if (!key.publicKeySpki.equals(issuer.spki))
    throw new PkiError('invalid_argument', 'the key does not match the issuer');
  const keyId = issuer.extensions.subjectKeyIdentifier;
  const extensions: Extension[] = [
    ...(keyId ? [authorityKeyIdentifier(keyId)] : []),
    { oid: Oid.crlNumber, critical: false, value: integer(number) },
  ];
  const algorithm = signatureIdentifier(key.algorithm);
  const tbs = sequence(
    VERSION_2,
    algorithm,
    issuer.subject.der,
    time(now),
    time(nextUpdate),
    // If nothing is revoked, the list is omitted. It must not be empty (§5.1.2.6).
    ...(revoked.length > 0 ? [sequence(Buffer.concat(revoked.map(revokedEntry)))] : []),
    explicit(0, encodeExtensions(extensions)),
  );
  return sequence(tbs, algorithm, bitString(await key.sign(tbs)));
}

const VERSION_2 = integer(1);

function revokedEntry({ serial, at, reason = 'unspecified' }: CrlOptions['revoked'][number]): Buffer {
  // The reasonCode extension is omitted if the reason is `unspecified` (§5.3.1).
  const reasons =
    reason === 'unspecified'
      ? []
      : [encodeExtensions([{ oid: Oid.reasonCode, critical: false, value: enumerated(reasonValue(reason)) }])];
  return sequence(integer(serialOctets(serial)), time(at), ...reasons);
}

export const reasonValue = (reason: RevocationReason): number => REVOCATION_REASONS.indexOf(reason);

export const reasonOf = (value: number): RevocationReason => REVOCATION_REASONS[value] ?? 'unspecified';

/** Returns the octets of a hexadecimal serial number. @throws PkiError invalid_argument */
export function serialOctets(serial: string): Buffer {
  if (!/^[0-9a-f]{1,64}$/i.test(serial)) throw new PkiError('invalid_argument', 'not a serial number in hexadecimal');
  return Buffer.from(serial.length & 1 ? `0${serial}` : serial, 'hex');
}

/** A parsed revocation list (RFC 5280 §5.1). */
export type Crl = {
  readonly der: Buffer;
  readonly tbs: Buffer;
  readonly issuer: DistinguishedName;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** The revocations, keyed by serial number in lower-case hexadecimal. */
  readonly revoked: ReadonlyMap<string, Revocation>;
  readonly number: bigint | undefined;
  readonly authorityKeyIdentifier: Buffer | undefined;
  /**
   * Certificates that expired after this time are still listed (X.509 §9.5.2.8). Certificates that expired earlier may
   * have been removed from the list.
   */
  readonly expiredCertificatesSince: Date | undefined;
  /**
   * Whether the list is a delta, indirect or partial, or has unknown critical extensions. No status can be derived from
   * such a list.
   */
  readonly unusable: boolean;
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  readonly signature: Buffer;
};

/**
 * Parses a CRL (RFC 5280 §5.1) in one pass over the entries. Supports lists with hundreds of thousands of entries.
 * @throws PkiError malformed_der, malformed_crl
 */
export function parseCrl(der: Uint8Array): Crl {
  const outer = readDer(Buffer.from(der), Tag.sequence);
  const [tbs, algorithm, signature] = threeParts(outer);
  const fields = tbs.children();
  const versionField = fields.optional(Tag.integer);
  if (versionField && readSmallInteger(versionField) !== 1)
    throw new PkiError('malformed_crl', 'the version is neither 1 nor 2');
  if (!fields.next(Tag.sequence).raw.equals(algorithm.raw))
    throw new PkiError('malformed_crl', 'the two signature algorithms differ');
  const issuer = readName(fields.next());
  const thisUpdate = readTime(fields.next());
  const nextUpdate =
    fields.nextTag === Tag.utcTime || fields.nextTag === Tag.generalizedTime ? readTime(fields.next()) : undefined;
  const entries = readEntries(fields.optional(Tag.sequence));
  const extensionsField = fields.optional(contextConstructed(0));
  fields.end();
  const extensions = readCrlExtensions(extensionsField);
  return {
    der: outer.raw,
    tbs: tbs.raw,
    issuer,
    thisUpdate,
    nextUpdate,
    ...extensions,
    revoked: entries.revoked,
    unusable: extensions.unusable || entries.unusable,
    signatureAlgorithm: readSignatureIdentifier(algorithm),
    signature: bitStringOctets(signature),
  };
}

function readEntries(list: DerElement | undefined): {
  readonly revoked: Map<string, Revocation>;
  readonly unusable: boolean;
} {
  const revoked = new Map<string, Revocation>();
  let unusable = false;
  const reader = list?.children();
  while (reader && !reader.done) {
    const fields = reader.next(Tag.sequence).children();
    const serial = integerHex(fields.next(Tag.integer));
    const at = readTime(fields.next());
    const extensionsField = fields.optional(Tag.sequence);
    fields.end();
    let reason: RevocationReason = 'unspecified';
    for (const extension of extensionsField ? readRawExtensions(extensionsField) : []) {
      if (extension.oid === Oid.reasonCode)
        reason = reasonOf(readSmallInteger(readDer(extension.value, Tag.enumerated)));
      // The certificateIssuer extension means that the entry belongs to another CA (indirect CRL). The extension is
      // critical, and only indirect lists have it (§5.3.3).
      else if (extension.critical) unusable = true;
    }
    revoked.set(serial, { at, reason });
  }
  return { revoked, unusable };
}

function readCrlExtensions(
  field: DerElement | undefined,
): Pick<Crl, 'number' | 'authorityKeyIdentifier' | 'expiredCertificatesSince' | 'unusable'> {
  let number: bigint | undefined;
  let keyId: Buffer | undefined;
  let expiredCertificatesSince: Date | undefined;
  let unusable = false;
  for (const extension of field ? readRawExtensions(field.only()) : []) {
    if (extension.oid === Oid.crlNumber) number = readInteger(readDer(extension.value, Tag.integer));
    else if (extension.oid === Oid.authorityKeyIdentifier)
      keyId = readDer(extension.value, Tag.sequence).children().optional(contextPrimitive(0))?.content;
    else if (extension.oid === Oid.expiredCertsOnCrl) expiredCertificatesSince = readTime(readDer(extension.value));
    else if (extension.oid === Oid.issuingDistributionPoint)
      unusable ||= !coversEverything(readDer(extension.value, Tag.sequence));
    else if (extension.critical) unusable = true;
  }
  return { number, authorityKeyIdentifier: keyId, expiredCertificatesSince, unusable };
}

/**
 * Whether an issuingDistributionPoint contains only the CRL's location, and none of the fields [1] to [5] that limit
 * its scope (§5.2.5).
 */
function coversEverything(point: DerElement): boolean {
  return point.elements().every((field) => field.tag === contextConstructed(0));
}

/**
 * Whether a CRL belongs to this issuer and its signature is valid. If the CA has a key usage, it must include cRLSign
 * (RFC 5280 §6.3.3 (f), (g)). The age of the CRL is not checked. Never throws.
 */
export function verifyCrl(crl: Crl, issuer: Certificate): boolean {
  const usage = issuer.extensions.keyUsage;
  if (usage && !usage.has('cRLSign')) return false;
  return crl.issuer.equals(issuer.subject) && isSignedBy(crl, issuer);
}
