import {
  digestIdentifier,
  type DigestAlgorithm,
  digestOf,
  readDigestIdentifier,
  signatureIdentifier,
} from './algorithms.ts';
import type { Certificate } from './certificate.ts';
import { reasonValue, type Revocation, serialOctets } from './crl.ts';
import {
  bitString,
  contextConstructed,
  contextPrimitive,
  enumerated,
  explicit,
  generalizedTime,
  integer,
  octetString,
  oid,
  sequence,
  Tag,
  tlv,
} from './der.ts';
import { type DerElement, integerHex, readDer } from './der-reader.ts';
import { orUndefined, PkiError } from './errors.ts';
import { encodeExtensions, type Extension } from './extensions.ts';
import type { SigningKey } from './keys.ts';
import { Oid } from './oids.ts';
import { readRawExtensions } from './read-extensions.ts';

// OCSP (RFC 6960): responses for responders, and requests for clients. ocsp-verify.ts parses responses.

/** CertStatus (RFC 6960 §4.2.1). */
export type OcspStatus = { readonly status: 'good' | 'unknown' } | ({ readonly status: 'revoked' } & Revocation);

/**
 * The responder, which is the issuer itself or a delegated responder with the EKU OCSPSigning, and the issuer whose
 * certificates it covers.
 */
export type OcspResponder = {
  readonly issuer: Certificate;
  readonly key: SigningKey;
  readonly certificate: Certificate;
};

/** The contents of an OCSP response, and its responder. */
export type OcspResponseOptions = OcspResponder & {
  /** The status of each certificate. `serial` is hexadecimal, like `Certificate.serial`. */
  readonly statuses: readonly (OcspStatus & { readonly serial: string })[];
  readonly now: Date;
  readonly nextUpdate?: Date;
  /** The content of the request's nonce extension (RFC 9654). */
  readonly nonce?: Uint8Array;
};

/**
 * Builds and signs an OCSP response about certificates of one issuer.
 * @returns DER of OCSPResponse
 * @throws PkiError invalid_argument if the key is not the responder's; any error of the signing key
 */
export async function createOcspResponse(options: OcspResponseOptions): Promise<Buffer> {
  const { issuer, statuses } = options;
  const answers = statuses.map((status) => ({ ...status, certId: certId('sha1', issuer, status.serial) }));
  return signedResponse(answers, options);
}

/**
 * CertID ::= SEQUENCE { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }. SHA-1 serves only as a look-up
 * key that every client computes. The response itself is signed with a strong digest.
 */
function certId(digest: DigestAlgorithm, issuer: Certificate, serial: string): Buffer {
  return sequence(
    digestIdentifier(digest),
    octetString(digestOf(digest, issuer.subject.der)),
    octetString(digestOf(digest, issuer.publicKeyBits)),
    integer(serialOctets(serial)),
  );
}

type Answer = OcspStatus & { readonly certId: Buffer };
type SigningContext = OcspResponder & Pick<OcspResponseOptions, 'now' | 'nextUpdate' | 'nonce'>;

async function signedResponse(answers: readonly Answer[], context: SigningContext): Promise<Buffer> {
  const { key, certificate, issuer, now, nextUpdate, nonce } = context;
  if (!key.publicKeySpki.equals(certificate.spki))
    throw new PkiError('invalid_argument', 'the key does not match the responder');
  const extensions: Extension[] = nonce ? [{ oid: Oid.ocspNonce, critical: false, value: octetString(nonce) }] : [];
  const tbs = sequence(
    tlv(contextConstructed(2), octetString(digestOf('sha1', certificate.publicKeyBits))),
    generalizedTime(now),
    sequence(...answers.map((answer) => singleResponse(answer, now, nextUpdate))),
    ...(extensions.length > 0 ? [explicit(1, encodeExtensions(extensions))] : []),
  );
  const delegated = !certificate.der.equals(issuer.der);
  const basic = sequence(
    tbs,
    signatureIdentifier(key.algorithm),
    bitString(await key.sign(tbs)),
    ...(delegated ? [explicit(0, sequence(certificate.der))] : []),
  );
  return sequence(enumerated(0), explicit(0, sequence(oid(Oid.ocspBasic), octetString(basic))));
}

function singleResponse(answer: Answer, now: Date, nextUpdate: Date | undefined): Buffer {
  return sequence(
    answer.certId,
    certStatus(answer),
    generalizedTime(now),
    ...(nextUpdate ? [explicit(0, generalizedTime(nextUpdate))] : []),
  );
}

const GOOD = tlv(contextPrimitive(0));
const UNKNOWN = tlv(contextPrimitive(2));

function certStatus(status: OcspStatus): Buffer {
  if (status.status !== 'revoked') return status.status === 'good' ? GOOD : UNKNOWN;
  const reason = status.reason === 'unspecified' ? [] : [explicit(0, enumerated(reasonValue(status.reason)))];
  return tlv(contextConstructed(1), generalizedTime(status.at), ...reason);
}

/** The OCSPResponseStatus values other than success (RFC 6960 §4.2.1). Error responses are not signed. */
const ERROR_STATUS = { malformedRequest: 1, internalError: 2, tryLater: 3, sigRequired: 5, unauthorized: 6 } as const;
/** The OCSPResponseStatus of an error response (RFC 6960 §4.2.1). */
export type OcspError = keyof typeof ERROR_STATUS;

/**
 * Builds an OCSP error response, which contains no certificate status and is not signed (RFC 6960 §4.2.1). Never
 * throws.
 */
export const ocspError = (error: OcspError): Buffer => sequence(enumerated(ERROR_STATUS[error]));

const MAX_REQUESTS = 100;
const MAX_NONCE_OCTETS = 128;

/**
 * Returns the status of one of the issuer's certificates. Returns `unknown` for a serial number that was never issued.
 */
export type OcspLookup = (serial: string) => OcspStatus | Promise<OcspStatus>;

/**
 * Responds to an OCSPRequest. The status of other issuers' certificates is `unknown` (RFC 6960 §2.2). An unreadable
 * request results in malformedRequest.
 * @returns DER of OCSPResponse
 * @throws errors of `lookup` and the signing key; never for a bad request
 */
export async function answerOcspRequest(
  requestDer: Uint8Array,
  lookup: OcspLookup,
  responder: OcspResponder & { readonly now: Date; readonly nextUpdate?: Date },
): Promise<Buffer> {
  const request = orUndefined(() => readOcspRequest(requestDer));
  if (!request) return ocspError('malformedRequest');
  const answers: Answer[] = [];
  for (const id of request.certIds) {
    const status: OcspStatus = isAbout(id, responder.issuer) ? await lookup(id.serial) : { status: 'unknown' };
    answers.push({ ...status, certId: id.der });
  }
  return signedResponse(answers, { ...responder, ...(request.nonce ? { nonce: request.nonce } : {}) });
}

/**
 * Returns the issuers that a request concerns. A server with several issuers uses them to choose the responder. Returns
 * an empty list for an invalid request. Never throws.
 */
export function ocspIssuers(requestDer: Uint8Array, issuers: readonly Certificate[]): Certificate[] {
  const request = orUndefined(() => readOcspRequest(requestDer));
  return issuers.filter((issuer) => request?.certIds.some((id) => isAbout(id, issuer)));
}

/** A parsed CertID. A digest of an unknown algorithm matches no issuer. */
export type OcspCertId = {
  readonly der: Buffer;
  readonly digest: DigestAlgorithm | undefined;
  readonly issuerNameHash: Buffer;
  readonly issuerKeyHash: Buffer;
  readonly serial: string;
};

export function readCertId(element: DerElement): OcspCertId {
  const fields = element.expect(Tag.sequence).children();
  const digest = readDigestIdentifier(fields.next());
  const issuerNameHash = fields.next(Tag.octetString).content;
  const issuerKeyHash = fields.next(Tag.octetString).content;
  const serial = integerHex(fields.next(Tag.integer));
  fields.end();
  return { der: element.raw, digest, issuerNameHash, issuerKeyHash, serial };
}

/** Whether a CertID concerns certificates of this issuer. */
export function isAbout(id: OcspCertId, issuer: Certificate): boolean {
  if (!id.digest) return false;
  return (
    id.issuerNameHash.equals(digestOf(id.digest, issuer.subject.der)) &&
    id.issuerKeyHash.equals(digestOf(id.digest, issuer.publicKeyBits))
  );
}

type OcspRequest = { readonly certIds: readonly OcspCertId[]; readonly nonce: Buffer | undefined };

/** Reads an OCSPRequest (RFC 6960 §4.1.1). The request's signature is optional. */
function readOcspRequest(der: Uint8Array): OcspRequest {
  if (der.length > 64 * 1024) throw new PkiError('malformed_ocsp', 'the request is too large');
  const outer = readDer(der, Tag.sequence).children();
  const fields = outer.next(Tag.sequence).children();
  outer.optional(contextConstructed(0));
  outer.end();
  fields.optional(contextConstructed(0));
  fields.optional(contextConstructed(1));
  const list = fields.next(Tag.sequence).elements(Tag.sequence);
  const extensionsField = fields.optional(contextConstructed(2));
  fields.end();
  if (list.length === 0 || list.length > MAX_REQUESTS)
    throw new PkiError('malformed_ocsp', 'the request contains no certificate, or too many');
  const certIds = list.map((request) => readCertId(request.children().next()));
  return { certIds, nonce: extensionsField && readNonce(extensionsField) };
}

/** Returns the content of the nonce extension, which has up to 128 octets (RFC 9654 §2.1). */
export function readNonce(extensionsField: DerElement): Buffer | undefined {
  const extension = readRawExtensions(extensionsField.only()).find((candidate) => candidate.oid === Oid.ocspNonce);
  const nonce = extension && readDer(extension.value, Tag.octetString).content;
  if (nonce && (nonce.length === 0 || nonce.length > MAX_NONCE_OCTETS))
    throw new PkiError('malformed_ocsp', 'the nonce is invalid');
  return nonce;
}

/**
 * Builds an OCSPRequest for certificates of one issuer. Serials are hexadecimal.
 * @throws PkiError invalid_argument for an invalid serial
 */
export function buildOcspRequest({
  issuer,
  serials,
  nonce,
}: {
  readonly issuer: Certificate;
  readonly serials: readonly string[];
  readonly nonce?: Uint8Array;
}): Buffer {
  const list = sequence(...serials.map((serial) => sequence(certId('sha1', issuer, serial))));
  const extensions = nonce
    ? [explicit(2, encodeExtensions([{ oid: Oid.ocspNonce, critical: false, value: octetString(nonce) }]))]
    : [];
  return sequence(sequence(list, ...extensions));
}
