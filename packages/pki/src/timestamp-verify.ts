import { type DigestAlgorithm, digestOf } from './algorithms.ts';
import type { Certificate } from './certificate.ts';
import { type CmsProblem, type CmsVerification, verifyCms } from './cms-verify.ts';
import { asBuffer, contextConstructed, contextPrimitive, integerContent, Tag } from './der.ts';
import {
  type DerElement,
  integerHex,
  integerOctets,
  readBoolean,
  readDer,
  readNamedBits,
  readOid,
  readSmallInteger,
  readString,
  readTime,
} from './der-reader.ts';
import { orUndefined, PkiError } from './errors.ts';
import { Oid } from './oids.ts';
import { readMessageImprint } from './timestamp.ts';

/** TSTInfo, the content of a time-stamp (RFC 3161 §2.4.2). */
export type TimestampInfo = {
  readonly policy: string;
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly imprint: Buffer;
  /** The serial number in lower-case hexadecimal. */
  readonly serial: string;
  readonly time: Date;
  /** The accuracy of `time` in milliseconds, or `undefined` if the authority does not state it. */
  readonly accuracyMs: number | undefined;
  /** The content octets of the INTEGER. */
  readonly nonce: Buffer | undefined;
  readonly unknownCritical: boolean;
};

/** @throws PkiError malformed_der, malformed_timestamp */
function parseTimestampInfo(tstInfo: Uint8Array): TimestampInfo {
  const fields = readDer(tstInfo, Tag.sequence).children();
  if (readSmallInteger(fields.next(Tag.integer)) !== 1)
    throw new PkiError('malformed_timestamp', 'the version is not 1');
  const policy = readOid(fields.next());
  const { digestAlgorithm, imprint } = readMessageImprint(fields.next(Tag.sequence));
  const serial = integerHex(fields.next(Tag.integer));
  const time = readTime(fields.next(Tag.generalizedTime), true);
  const accuracyField = fields.optional(Tag.sequence);
  fields.optional(Tag.boolean);
  const nonceField = fields.optional(Tag.integer);
  fields.optional(contextConstructed(0));
  const extensions = fields.optional(contextConstructed(1));
  fields.end();
  return {
    policy,
    digestAlgorithm,
    imprint,
    serial,
    time,
    accuracyMs: accuracyField && readAccuracy(accuracyField),
    nonce: nonceField && integerOctets(nonceField),
    unknownCritical: extensions !== undefined && hasCritical(extensions),
  };
}

/**
 * Whether there is a critical extension. Extensions are IMPLICIT here, so the list's content follows the tag [1]. No
 * extension is supported, so every critical extension is refused.
 */
function hasCritical(list: DerElement): boolean {
  return list.elements(Tag.sequence).some((extension) => {
    const fields = extension.children();
    fields.next(Tag.oid);
    const critical = fields.optional(Tag.boolean);
    return critical !== undefined && readBoolean(critical);
  });
}

/** Reads seconds, milliseconds and microseconds, rounded up to a millisecond. */
function readAccuracy(element: DerElement): number {
  const fields = element.children();
  const seconds = fields.optional(Tag.integer);
  const millis = fields.optional(contextPrimitive(0));
  const micros = fields.optional(contextPrimitive(1));
  fields.end();
  const value = (part: DerElement | undefined): number => (part ? readSmallInteger(part) : 0);
  const total = value(seconds) * 1000 + value(millis) + Math.ceil(value(micros) / 1000);
  if (total < 0) throw new PkiError('malformed_timestamp', 'the accuracy is negative');
  return total;
}

/** Why a time-stamp token is invalid. */
export type TimestampProblem =
  | CmsProblem
  | 'not_a_timestamp'
  | 'timestamp_malformed'
  | 'imprint_mismatch'
  | 'nonce_mismatch'
  | 'policy_mismatch'
  | 'unknown_critical_extension'
  | 'certificate_purpose';

/** The result of `verifyTimestampToken`. */
export type TimestampVerification = Omit<CmsVerification, 'problems'> & {
  readonly problems: readonly TimestampProblem[];
  /**
   * `undefined` if the content is unreadable. Trust it only if `valid` is true and the signer's path for time-stamping
   * is valid.
   */
  readonly info: TimestampInfo | undefined;
  readonly time: Date | undefined;
};

/** A token, and the content that it is expected to cover. */
export type VerifyTimestampOptions = {
  /** The DER or BER of a TimeStampToken. Zeros at the end are padding. */
  readonly token: Uint8Array;
  /** The nonce and other expected values, for a token that responds to our own request. */
  readonly nonce?: Uint8Array;
  readonly policy?: string;
  /** Additional certificates, for tokens without certificates. They may include the authority's certificate. */
  readonly certificates?: readonly Certificate[];
} & (
  | { readonly data: Uint8Array; readonly imprint?: undefined }
  /** The digest itself, or a function that returns it for the token's algorithm. */
  | { readonly imprint: Uint8Array | ((algorithm: DigestAlgorithm) => Uint8Array); readonly data?: undefined }
);

/**
 * Verifies a time-stamp token: signature, imprint, nonce and policy, and the authority's certificate purpose (RFC 3161
 * §2.2, §2.3). Malformed input is also reported in the result. Never throws because of the token's contents.
 */
export function verifyTimestampToken(options: VerifyTimestampOptions): TimestampVerification {
  const cms = verifyCms({
    der: options.token,
    ...(options.certificates ? { certificates: options.certificates } : {}),
  });
  const problems: TimestampProblem[] = [...cms.problems];
  const eContent = cms.cms?.contentType === Oid.tstInfo ? cms.cms.eContent : undefined;
  if (cms.cms && !eContent) problems.push('not_a_timestamp');
  const info = eContent && orUndefined(() => parseTimestampInfo(eContent));
  if (eContent && !info) problems.push('timestamp_malformed');
  if (info) problems.push(...infoProblems(info, options));
  if (cms.signer && !stampsTimeOnly(cms.signer)) problems.push('certificate_purpose');
  const weak = cms.weak || info?.digestAlgorithm === 'sha1';
  return { ...cms, problems, weak, valid: problems.length === 0, info, time: info?.time };
}

function infoProblems(info: TimestampInfo, options: VerifyTimestampOptions): TimestampProblem[] {
  const problems: TimestampProblem[] = [];
  if (!info.digestAlgorithm) problems.push('unsupported_digest');
  else if (!asBuffer(expectedImprint(info.digestAlgorithm, options)).equals(info.imprint))
    problems.push('imprint_mismatch');
  if (options.nonce && !info.nonce?.equals(integerContent(options.nonce))) problems.push('nonce_mismatch');
  if (options.policy !== undefined && options.policy !== info.policy) problems.push('policy_mismatch');
  if (info.unknownCritical) problems.push('unknown_critical_extension');
  return problems;
}

function expectedImprint(algorithm: DigestAlgorithm, { data, imprint }: VerifyTimestampOptions): Uint8Array {
  if (data !== undefined) return digestOf(algorithm, data);
  return typeof imprint === 'function' ? imprint(algorithm) : imprint;
}

/** Whether extendedKeyUsage is critical and contains only timeStamping (§2.3). */
export function stampsTimeOnly(certificate: Certificate): boolean {
  const usage = certificate.extensions.extendedKeyUsage;
  return usage !== undefined && usage.critical && usage.purposes.length === 1 && usage.purposes[0] === Oid.timeStamping;
}

/** A TimeStampResp (RFC 3161 §2.4.2), which contains a token or the status of a refusal. */
export type TimestampResponse =
  | { readonly granted: true; readonly token: Buffer }
  /** `failureBits` are those of PKIFailureInfo. `text` comes from the authority and must not be trusted. */
  | {
      readonly granted: false;
      readonly status: number;
      readonly failureBits: readonly number[];
      readonly text: string;
    };

/**
 * Parses a TimeStampResp (RFC 3161 §2.4.2). With status 0 or 1, the response includes a token. Verify the token with
 * the request's imprint and nonce.
 * @throws PkiError malformed_der, malformed_timestamp
 */
export function parseTimestampResponse(der: Uint8Array): TimestampResponse {
  const fields = readDer(der, Tag.sequence).children();
  const statusInfo = fields.next(Tag.sequence).children();
  const status = readSmallInteger(statusInfo.next(Tag.integer));
  const texts = statusInfo.optional(Tag.sequence)?.elements().map(readString) ?? [];
  const failure = statusInfo.optional(Tag.bitString);
  statusInfo.end();
  const token = fields.done ? undefined : fields.next(Tag.sequence).raw;
  fields.end();
  if (status === 0 || status === 1) {
    if (!token) throw new PkiError('malformed_timestamp', 'the request was granted, but the response has no token');
    return { granted: true, token };
  }
  return {
    granted: false,
    status,
    failureBits: failure ? [...readNamedBits(failure)] : [],
    text: texts.join('; ').slice(0, 1000),
  };
}
