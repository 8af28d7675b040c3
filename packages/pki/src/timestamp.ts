import { digestIdentifier, type DigestAlgorithm, digestLength, isStrong, readDigestIdentifier } from './algorithms.ts';
import { type Certificate, randomSerial } from './certificate.ts';
import { signCades } from './cms.ts';
import {
  boolean,
  contextConstructed,
  contextPrimitive,
  generalizedTime,
  integer,
  namedBits,
  octetString,
  oid,
  sequence,
  Tag,
  tlv,
  utf8String,
} from './der.ts';
import { type DerElement, integerOctets, readBoolean, readDer, readOid, readSmallInteger } from './der-reader.ts';
import { orUndefined, PkiError } from './errors.ts';
import type { SigningKey } from './keys.ts';
import { Oid } from './oids.ts';

// Creates RFC 3161 time-stamps for authorities, and requests for clients. timestamp-verify.ts verifies time-stamps.

/** A time-stamping unit: its key, its certificate (whose EKU is only timeStamping), and its policy. */
export type TimestampUnit = {
  readonly key: SigningKey;
  readonly certificate: Certificate;
  /** Certificates that tokens include besides the unit's own. */
  readonly chain?: readonly Certificate[];
  /** The OID of the time-stamping policy. */
  readonly policy: string;
  /** The accuracy of the clock in milliseconds. Defaults to one second. */
  readonly accuracyMs?: number;
};

/** The content of a token, and its time. */
export type TimestampTokenOptions = TimestampUnit & {
  readonly digestAlgorithm: DigestAlgorithm;
  readonly imprint: Uint8Array;
  readonly now: Date;
  /** The octets of a positive number that is unique within the unit. Defaults to 127 random bits. */
  readonly serial?: Uint8Array | bigint;
  /** The octets of the INTEGER that the request contains as a nonce. */
  readonly nonce?: Uint8Array;
  /** Whether to omit certificates, for a request without certReq (RFC 3161 §2.4.1). */
  readonly withoutCertificates?: boolean;
};

/**
 * Creates a TimeStampToken (RFC 3161 §2.4.2, with ESSCertIDv2 of RFC 5816). genTime includes milliseconds.
 * @returns DER of ContentInfo
 * @throws PkiError unsupported_algorithm if the imprint is SHA-1; invalid_argument if its length is wrong
 */
export async function createTimestampToken(options: TimestampTokenOptions): Promise<Buffer> {
  const { digestAlgorithm, imprint, nonce, key, certificate } = options;
  if (!isStrong(digestAlgorithm)) throw new PkiError('unsupported_algorithm', 'SHA-1 imprints are not supported');
  if (imprint.length !== digestLength[digestAlgorithm])
    throw new PkiError('invalid_argument', 'the imprint has the wrong length');
  const tstInfo = sequence(
    VERSION_1,
    oid(options.policy),
    messageImprint(digestAlgorithm, imprint),
    integer(options.serial ?? randomSerial()),
    generalizedTime(options.now, 'milliseconds'),
    accuracy(options.accuracyMs ?? 1000),
    ...(nonce ? [tlv(Tag.integer, nonce)] : []),
  );
  return signCades({
    eContentType: Oid.tstInfo,
    eContent: tstInfo,
    digestAlgorithm: key.algorithm.digest,
    key,
    certificate,
    chain: options.chain ?? [],
    withoutCertificates: options.withoutCertificates ?? false,
  });
}

const VERSION_1 = integer(1);

const messageImprint = (digest: DigestAlgorithm, imprint: Uint8Array): Buffer =>
  sequence(digestIdentifier(digest), octetString(imprint));

/** Accuracy ::= SEQUENCE { seconds INTEGER OPTIONAL, millis [0] INTEGER (1..999) OPTIONAL, ... } */
function accuracy(milliseconds: number): Buffer {
  const whole = Math.floor(milliseconds / 1000);
  const rest = milliseconds % 1000;
  return sequence(
    ...(whole > 0 ? [integer(whole)] : []),
    ...(rest > 0 ? [tlv(contextPrimitive(0), integer(rest).subarray(2))] : []),
  );
}

/** A parsed TimeStampReq (RFC 3161 §2.4.1). */
export type TimestampRequest = {
  readonly digestAlgorithm: DigestAlgorithm;
  readonly imprint: Buffer;
  readonly policy?: string;
  /** The content octets of the INTEGER. */
  readonly nonce?: Buffer;
  readonly certReq: boolean;
};

/**
 * Builds a TimeStampReq (RFC 3161 §2.4.1) that requests the certificates. Pass 8 or more random octets as a nonce,
 * which binds the response to this request. Throws only errors of the libraries it calls.
 */
export function buildTimestampRequest({
  digestAlgorithm,
  imprint,
  policy,
  nonce,
}: Omit<TimestampRequest, 'certReq'>): Buffer {
  return sequence(
    VERSION_1,
    messageImprint(digestAlgorithm, imprint),
    ...(policy ? [oid(policy)] : []),
    ...(nonce ? [integer(nonce)] : []),
    boolean(true),
  );
}

/** The bits of PKIFailureInfo (RFC 3161 §2.4.2). */
const FAILURE_BITS = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  systemFailure: 25,
} as const;
/** The PKIFailureInfo values that we use for refusals (RFC 3161 §2.4.2). */
export type TimestampFailure = keyof typeof FAILURE_BITS;

/** A response to a time-stamp request as DER, and whether the request was granted. */
export type TimestampAnswer = { readonly response: Buffer } & (
  | { readonly granted: true; readonly token: Buffer; readonly request: TimestampRequest }
  | { readonly granted: false; readonly failure: TimestampFailure }
);

/**
 * Responds to a TimeStampReq. Any problem with the request results in a rejection, which is sent with HTTP status 200
 * like any other response.
 * @returns DER of TimeStampResp, and the decision
 * @throws errors of the signing key; never for a bad request
 */
export async function answerTimestampRequest(
  requestDer: Uint8Array,
  unit: TimestampUnit & { readonly now: Date },
): Promise<TimestampAnswer> {
  const request = orUndefined(() => readRequest(requestDer)) ?? 'badDataFormat';
  if (typeof request === 'string') return rejection(request);
  if (request.policy !== undefined && request.policy !== unit.policy) return rejection('unacceptedPolicy');
  const { digestAlgorithm, imprint, nonce, certReq } = request;
  const token = await createTimestampToken({
    ...unit,
    digestAlgorithm,
    imprint,
    ...(nonce ? { nonce } : {}),
    withoutCertificates: !certReq,
  });
  return { granted: true, response: sequence(sequence(integer(0)), token), token, request };
}

/** Builds a TimeStampResp that rejects a request. It is also used if the server itself fails. Never throws. */
export function rejection(failure: TimestampFailure): Extract<TimestampAnswer, { granted: false }> {
  const status = sequence(integer(2), sequence(utf8String(failure)), namedBits([FAILURE_BITS[failure]]));
  return { granted: false, failure, response: sequence(status) };
}

const MAX_NONCE_OCTETS = 64;

function readRequest(der: Uint8Array): TimestampRequest | TimestampFailure {
  if (der.length > 64 * 1024) return 'badDataFormat';
  const fields = readDer(der, Tag.sequence).children();
  if (readSmallInteger(fields.next(Tag.integer)) !== 1) return 'badRequest';
  const { digestAlgorithm, imprint } = readMessageImprint(fields.next(Tag.sequence));
  const policyField = fields.optional(Tag.oid);
  const nonceField = fields.optional(Tag.integer);
  const certReqField = fields.optional(Tag.boolean);
  const extensions = fields.optional(contextConstructed(0));
  fields.end();
  if (!digestAlgorithm || !isStrong(digestAlgorithm)) return 'badAlg';
  if (imprint.length !== digestLength[digestAlgorithm]) return 'badDataFormat';
  // An unrecognized extension is refused, whether it is critical or not (§2.4.1).
  if (extensions) return 'unacceptedExtension';
  const nonce = nonceField && integerOctets(nonceField);
  if (nonce && nonce.length > MAX_NONCE_OCTETS) return 'badDataFormat';
  return {
    digestAlgorithm,
    imprint,
    ...(policyField ? { policy: readOid(policyField) } : {}),
    ...(nonce ? { nonce } : {}),
    certReq: certReqField !== undefined && readBoolean(certReqField),
  };
}

/** MessageImprint ::= SEQUENCE { hashAlgorithm, hashedMessage OCTET STRING } */
export function readMessageImprint(element: DerElement): {
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly imprint: Buffer;
} {
  const fields = element.children();
  const digestAlgorithm = readDigestIdentifier(fields.next());
  const imprint = fields.next(Tag.octetString).content;
  fields.end();
  return { digestAlgorithm, imprint };
}
