import { digestOf, readSignatureIdentifier, type SignatureAlgorithm } from './algorithms.ts';
import { type Certificate, isSignedBy, parseCertificate, verifiesUnder } from './certificate.ts';
import { reasonOf } from './crl.ts';
import { contextConstructed, contextPrimitive, Tag } from './der.ts';
import { bitStringOctets, type DerElement, readDer, readOid, readSmallInteger, readTime } from './der-reader.ts';
import { orUndefined, PkiError } from './errors.ts';
import { type DistinguishedName, readName } from './names.ts';
import { isAbout, type OcspCertId, type OcspStatus, readCertId, readNonce } from './ocsp.ts';
import { Oid } from './oids.ts';
import { readRawExtensions } from './read-extensions.ts';

/** The status of one certificate in a response. */
export type OcspAnswer = OcspStatus & {
  readonly certId: OcspCertId;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** Statuses of certificates that expired after this time are still available (RFC 6960 §4.4.4). */
  readonly archiveCutoff: Date | undefined;
  readonly unknownCritical: boolean;
};

/** A parsed basic OCSP response, before any verification. */
export type OcspResponse = {
  readonly der: Buffer;
  readonly tbs: Buffer;
  readonly responder:
    | { readonly kind: 'name'; readonly name: DistinguishedName }
    | { readonly kind: 'keyHash'; readonly keyHash: Buffer };
  readonly producedAt: Date;
  readonly answers: readonly OcspAnswer[];
  readonly nonce: Buffer | undefined;
  readonly unknownCritical: boolean;
  readonly signatureAlgorithm: SignatureAlgorithm | undefined;
  readonly signature: Buffer;
  readonly certificates: readonly Certificate[];
};

const MAX_ANSWERS = 1000;
const MAX_CERTIFICATES = 16;

/**
 * Parses a successful OCSPResponse (RFC 6960 §4.2.1).
 * @throws PkiError malformed_der; malformed_ocsp, also for error responses such as tryLater, which prove nothing
 */
export function parseOcspResponse(der: Uint8Array): OcspResponse {
  const outer = readDer(Buffer.from(der), Tag.sequence);
  const fields = outer.children();
  const status = readSmallInteger(fields.next(Tag.enumerated));
  if (status !== 0) throw new PkiError('malformed_ocsp', `the responder returned status ${status}`);
  const bytes = fields.next(contextConstructed(0)).only(Tag.sequence).children();
  fields.end();
  if (readOid(bytes.next()) !== Oid.ocspBasic) throw new PkiError('malformed_ocsp', 'it is not a basic response');
  const basic = readDer(bytes.next(Tag.octetString).content, Tag.sequence);
  return { der: outer.raw, ...readBasicResponse(basic) };
}

/** BasicOCSPResponse ::= SEQUENCE { tbsResponseData, signatureAlgorithm, signature, certs [0] OPTIONAL } */
function readBasicResponse(basic: DerElement): Omit<OcspResponse, 'der'> {
  const parts = basic.children();
  const tbs = parts.next(Tag.sequence);
  const algorithm = parts.next(Tag.sequence);
  const signature = parts.next(Tag.bitString);
  const certificateList = parts.optional(contextConstructed(0))?.only(Tag.sequence).elements(Tag.sequence) ?? [];
  parts.end();
  if (certificateList.length > MAX_CERTIFICATES) throw new PkiError('malformed_ocsp', 'too many certificates');
  return {
    tbs: tbs.raw,
    ...readResponseData(tbs),
    signatureAlgorithm: readSignatureIdentifier(algorithm),
    signature: bitStringOctets(signature),
    certificates: certificateList.flatMap((element) => orUndefined(() => parseCertificate(element.raw)) ?? []),
  };
}

function readResponseData(
  tbs: DerElement,
): Pick<OcspResponse, 'responder' | 'producedAt' | 'answers' | 'nonce' | 'unknownCritical'> {
  const fields = tbs.children();
  fields.optional(contextConstructed(0));
  const responder = readResponder(fields.next());
  const producedAt = readTime(fields.next(Tag.generalizedTime), true);
  const answers = fields.next(Tag.sequence).elements(Tag.sequence);
  const extensionsField = fields.optional(contextConstructed(1));
  fields.end();
  if (answers.length > MAX_ANSWERS) throw new PkiError('malformed_ocsp', 'too many responses');
  return {
    responder,
    producedAt,
    answers: answers.map(readAnswer),
    nonce: extensionsField && readNonce(extensionsField),
    unknownCritical: hasUnknownCritical(extensionsField, [Oid.ocspNonce]),
  };
}

function readResponder(element: DerElement): OcspResponse['responder'] {
  if (element.tag === contextConstructed(1)) return { kind: 'name', name: readName(element.only()) };
  return { kind: 'keyHash', keyHash: element.expect(contextConstructed(2)).only(Tag.octetString).content };
}

function readAnswer(element: DerElement): OcspAnswer {
  const fields = element.children();
  const certId = readCertId(fields.next());
  const status = readStatus(fields.next());
  const thisUpdate = readTime(fields.next(Tag.generalizedTime), true);
  const nextUpdateField = fields.optional(contextConstructed(0))?.only(Tag.generalizedTime);
  const extensionsField = fields.optional(contextConstructed(1));
  fields.end();
  const cutoff =
    extensionsField && readRawExtensions(extensionsField.only()).find(({ oid }) => oid === Oid.ocspArchiveCutoff);
  return {
    ...status,
    certId,
    thisUpdate,
    nextUpdate: nextUpdateField && readTime(nextUpdateField, true),
    archiveCutoff: cutoff && readTime(readDer(cutoff.value), true),
    unknownCritical: hasUnknownCritical(extensionsField, [Oid.ocspArchiveCutoff]),
  };
}

/** CertStatus ::= CHOICE { good [0] NULL, revoked [1] RevokedInfo, unknown [2] NULL }, all IMPLICIT. */
function readStatus(element: DerElement): OcspStatus {
  if (element.tag === contextPrimitive(0)) return { status: 'good' };
  if (element.tag === contextPrimitive(2)) return { status: 'unknown' };
  const fields = element.expect(contextConstructed(1)).children();
  const at = readTime(fields.next(Tag.generalizedTime), true);
  const reason = fields.optional(contextConstructed(0))?.only(Tag.enumerated);
  fields.end();
  return { status: 'revoked', at, reason: reason ? reasonOf(readSmallInteger(reason)) : 'unspecified' };
}

function hasUnknownCritical(field: DerElement | undefined, known: readonly string[]): boolean {
  return (
    field !== undefined && readRawExtensions(field.only()).some(({ oid, critical }) => critical && !known.includes(oid))
  );
}

/** The reasons why an OCSP response is not accepted as evidence. */
export type OcspProblem =
  | 'unknown_critical_extension'
  | 'responder_not_found'
  | 'responder_not_authorized'
  | 'signature_invalid'
  | 'nonce_mismatch';

/** The result of `verifyOcspResponse`. */
export type OcspVerification = {
  readonly valid: boolean;
  readonly problems: readonly OcspProblem[];
  readonly responder: Certificate | undefined;
};

/**
 * Verifies that the responder (RFC 6960 §4.2.2.2) is the issuer itself, or has a certificate that the issuer signed for
 * OCSP and that was valid when the response was created. Does not check the response's age, or whether it concerns a
 * given certificate. Never throws.
 */
export function verifyOcspResponse({
  response,
  issuer,
  nonce,
}: {
  readonly response: OcspResponse;
  readonly issuer: Certificate;
  readonly nonce?: Uint8Array;
}): OcspVerification {
  const problems: OcspProblem[] = [];
  const responder = [issuer, ...response.certificates].find((candidate) => isResponder(response, candidate));
  if (!responder) problems.push('responder_not_found');
  else {
    if (!responder.der.equals(issuer.der) && !mayAnswerFor(responder, issuer, response.producedAt))
      problems.push('responder_not_authorized');
    const { signatureAlgorithm, tbs, signature } = response;
    if (!signatureAlgorithm || !verifiesUnder(responder, signatureAlgorithm, tbs, signature))
      problems.push('signature_invalid');
  }
  if (response.unknownCritical) problems.push('unknown_critical_extension');
  if (nonce && !response.nonce?.equals(nonce)) problems.push('nonce_mismatch');
  return { valid: problems.length === 0, problems, responder };
}

function isResponder({ responder }: OcspResponse, candidate: Certificate): boolean {
  if (responder.kind === 'name') return candidate.subject.equals(responder.name);
  return digestOf('sha1', candidate.publicKeyBits).equals(responder.keyHash);
}

function mayAnswerFor(responder: Certificate, issuer: Certificate, at: Date): boolean {
  const { extendedKeyUsage, keyUsage, unknownCritical } = responder.extensions;
  return (
    extendedKeyUsage?.purposes.includes(Oid.ocspSigning) === true &&
    (keyUsage === undefined || keyUsage.has('digitalSignature') || keyUsage.has('nonRepudiation')) &&
    unknownCritical.length === 0 &&
    responder.notBefore <= at &&
    at <= responder.notAfter &&
    responder.issuer.equals(issuer.subject) &&
    isSignedBy(responder, issuer)
  );
}

/** Returns the statuses in a response for the given certificate. Never throws. */
export function answersAbout(response: OcspResponse, issuer: Certificate, serial: string): OcspAnswer[] {
  return response.answers.filter(
    (answer) => answer.certId.serial === serial && !answer.unknownCritical && isAbout(answer.certId, issuer),
  );
}
