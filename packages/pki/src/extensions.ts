import {
  asciiBytes,
  boolean,
  contextConstructed,
  contextPrimitive,
  explicit,
  implicit,
  integer,
  namedBits,
  nullValue,
  octetString,
  oid,
  sequence,
  tlv,
  utf8String,
} from './der.ts';
import { PkiError } from './errors.ts';
import type { Mailbox } from './names.ts';
import { Oid } from './oids.ts';

// Writes extensions of certificates and CRLs. read-extensions.ts reads them.

/**
 * Extension ::= SEQUENCE { extnID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }; `value` is the DER inside
 * the octet string.
 */
export type Extension = { readonly oid: string; readonly critical: boolean; readonly value: Buffer };

/** The bits of keyUsage, in order (RFC 5280 §4.2.1.3). X.509 now calls `nonRepudiation` contentCommitment. */
export const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
/** A bit of keyUsage by its name (RFC 5280 §4.2.1.3). */
export type KeyUsage = (typeof KEY_USAGES)[number];

/** The URLs in a certificate, as absolute http(s) URLs. A URL that is not given is omitted from the certificate. */
export type CertificateAddresses = {
  /** The URL of the issuer's CRL. */
  readonly crl?: string;
  /** The OCSP responder for the issuer's certificates. */
  readonly ocsp?: string;
  /** The URL of the issuer's own certificate (DER). */
  readonly caIssuers?: string;
};

/** Encodes a SEQUENCE OF Extension in the given order (RFC 5280 §4.1). */
export const encodeExtensions = (extensions: readonly Extension[]): Buffer =>
  sequence(
    ...extensions.map((e) => sequence(oid(e.oid), ...(e.critical ? [boolean(true)] : []), octetString(e.value))),
  );

/** Builds basicConstraints, which is always critical in a CA (RFC 5280 §4.2.1.9). */
export function basicConstraints(ca: boolean, pathLength?: number): Extension {
  const fields = ca ? [boolean(true), ...(pathLength === undefined ? [] : [integer(pathLength)])] : [];
  return { oid: Oid.basicConstraints, critical: true, value: sequence(...fields) };
}

/** Builds a critical keyUsage (RFC 5280 §4.2.1.3). */
export const keyUsage = (...usages: readonly KeyUsage[]): Extension => ({
  oid: Oid.keyUsage,
  critical: true,
  value: namedBits(usages.map((usage) => KEY_USAGES.indexOf(usage))),
});

/** @param critical must be true for a time-stamping certificate (RFC 3161 §2.3) */
export const extendedKeyUsage = (purposes: readonly string[], critical = false): Extension => ({
  oid: Oid.extendedKeyUsage,
  critical,
  value: sequence(...purposes.map(oid)),
});

/** Builds subjectKeyIdentifier (RFC 5280 §4.2.1.2). */
export const subjectKeyIdentifier = (keyId: Uint8Array): Extension => ({
  oid: Oid.subjectKeyIdentifier,
  critical: false,
  value: octetString(keyId),
});

/** Builds authorityKeyIdentifier with the issuer's key identifier (RFC 5280 §4.2.1.1). */
export const authorityKeyIdentifier = (keyId: Uint8Array): Extension => ({
  oid: Oid.authorityKeyIdentifier,
  critical: false,
  value: sequence(implicit(0, keyId)),
});

/**
 * Builds a SAN with one mailbox: rfc822Name, or SmtpUTF8Mailbox if the local part is not ASCII (RFC 8398 §3).
 * @param critical required if the subject is empty (RFC 5280 §4.1.2.6)
 */
export function mailboxAltName({ address, ascii }: Mailbox, critical: boolean): Extension {
  const name = ascii
    ? tlv(contextPrimitive(1), asciiBytes(address))
    : tlv(contextConstructed(0), oid(Oid.smtpUtf8Mailbox), explicit(0, utf8String(address)));
  return { oid: Oid.subjectAltName, critical, value: sequence(name) };
}

/** Builds certificatePolicies from OIDs without qualifiers (RFC 5280 §4.2.1.4). */
export const certificatePolicies = (policies: readonly string[]): Extension => ({
  oid: Oid.certificatePolicies,
  critical: false,
  value: sequence(...policies.map((policy) => sequence(oid(policy)))),
});

/** Declares the format of a legal person's identifier in the subject (RFC 3739 §3.2.6.1, EN 319 412-1 §5.1.1). */
export const legalPersonSemantics = (): Extension => ({
  oid: Oid.qcStatements,
  critical: false,
  value: sequence(sequence(oid(Oid.qcSyntaxV2), sequence(oid(Oid.semanticsLegalPerson)))),
});

/**
 * Adds ocsp-nocheck, which declares that verifiers need not check the status of the responder's own certificate (RFC
 * 6960 §4.2.2.2.1).
 */
export const ocspNoCheck = (): Extension => ({ oid: Oid.ocspNoCheck, critical: false, value: nullValue() });

/**
 * Builds cRLDistributionPoints and authorityInfoAccess for the given addresses. Returns an empty list if there are no
 * addresses.
 */
export function addressExtensions({ crl, ocsp, caIssuers }: CertificateAddresses): Extension[] {
  const extensions: Extension[] = [];
  if (crl !== undefined) {
    const point = sequence(tlv(contextConstructed(0), tlv(contextConstructed(0), uri(crl))));
    extensions.push({ oid: Oid.crlDistributionPoints, critical: false, value: sequence(point) });
  }
  const access: Buffer[] = [];
  if (ocsp !== undefined) access.push(sequence(oid(Oid.accessOcsp), uri(ocsp)));
  if (caIssuers !== undefined) access.push(sequence(oid(Oid.accessCaIssuers), uri(caIssuers)));
  if (access.length > 0) extensions.push({ oid: Oid.authorityInfoAccess, critical: false, value: sequence(...access) });
  return extensions;
}

/** Encodes a GeneralName uniformResourceIdentifier [6]. */
function uri(address: string): Buffer {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(address))
    throw new PkiError('invalid_argument', 'must be an absolute http(s) URL');
  return tlv(contextPrimitive(6), asciiBytes(address));
}

/**
 * Builds name constraints on e-mail addresses. Each constraint is a host, a `.domain` or one mailbox (RFC 5280
 * §4.2.1.10).
 */
export function emailNameConstraints(permitted: readonly string[], excluded: readonly string[] = []): Extension {
  const subtrees = (n: number, bases: readonly string[]): Buffer[] =>
    bases.length === 0
      ? []
      : [tlv(contextConstructed(n), ...bases.map((base) => sequence(tlv(contextPrimitive(1), asciiBytes(base)))))];
  return {
    oid: Oid.nameConstraints,
    critical: true,
    value: sequence(...subtrees(0, permitted), ...subtrees(1, excluded)),
  };
}
