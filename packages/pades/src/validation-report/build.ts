/**
 * Builds a validation report with the contents that ETSI TS 119 102-2 requires, in the terms of EN 319 102-1. The JSON
 * report is this object, and the XML report is generated from it, so the two always agree. See
 * docs/understand/verification.md.
 */
import { digestOf, parseCertificate } from '@countersign/pki';
import type { SignatureAlgorithm } from '@countersign/pki';

import type { Judgement } from '../reasons.ts';
import type {
  FileProof,
  ProofDigest,
  SignatureProof,
  SignatureVerdict,
  TimestampProof,
  VerifyReport,
} from '../report.ts';
import { VALIDATION_POLICY } from './policy.ts';

/** The file that was validated. */
export interface ReportedFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** The SHA-256 hash in hex. */
  readonly sha256: string;
}

/** A certificate, with its DER in base64. Other members of the report refer to the certificate by `id`. */
export interface ReportedCertificate {
  readonly id: string;
  readonly subject: string;
  readonly issuer: string;
  readonly serial: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** The SHA-256 hash in hex. */
  readonly sha256: string;
  readonly base64: string;
}

interface Chain {
  /** The IDs of the certificates in the chain, starting with the signer's. */
  readonly chain: readonly string[];
  /** The last certificate of the path, or null if that certificate is not trusted. */
  readonly trustAnchor: string | null;
}

/** A time-stamp within a signature or over the whole document. */
export interface ReportedTimestamp extends Judgement, Chain {
  readonly id: string;
  readonly kind: 'signature-timestamp' | 'document-timestamp';
  /** The field of the signature that contains the time-stamp, or the time-stamp's own field. */
  readonly field: string;
  readonly time: string | null;
  readonly authority: string;
  readonly policy: string | null;
  readonly reasons: readonly string[];
  /** The token as DER in base64. */
  readonly token: string;
  /** The fields of the signatures whose existence the time-stamp proves. */
  readonly proves: readonly string[];
}

/** A signature by a person or an organization. */
export interface ReportedSignature extends Judgement, Chain {
  readonly id: string;
  readonly field: string;
  readonly kind: 'signature' | 'certification';
  readonly format: string;
  readonly level: SignatureVerdict['level'];
  readonly qualification: SignatureVerdict['qualification'];
  readonly signer: {
    readonly name: string | null;
    readonly email: string | null;
    /** The name claimed in the signature dictionary. */
    readonly claimedName: string | null;
    readonly certificate: string | null;
  };
  readonly claimedTime: string | null;
  /**
   * The earliest time at which the signature is proved to have existed. `timestamp` is the ID of the time-stamp that
   * proves it, or null if this is the validation time.
   */
  readonly bestSignatureTime: { readonly time: string; readonly timestamp: string | null };
  readonly signedDigest: ProofDigest | null;
  readonly documentDigest: ProofDigest | null;
  readonly signatureValue: string | null;
  readonly signatureAlgorithm: SignatureAlgorithm | null;
  readonly isAlgorithmSecure: boolean;
  readonly byteRange: readonly number[] | null;
  /** The IDs of time-stamps: first the signature's own, then later time-stamps over the document. */
  readonly timestamps: readonly string[];
  readonly revocation: {
    readonly status: SignatureVerdict['revocation'];
    readonly revokedAt: string | null;
    readonly reason: string | null;
  };
  readonly trustedBy: string | null;
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The JSON report. `version` is increased when a member is removed or changes its meaning, but not when a member is
 * added.
 */
export interface ValidationReport {
  readonly format: 'countersign-validation-report';
  readonly version: 1;
  readonly validatedAt: string;
  readonly policy: typeof VALIDATION_POLICY;
  readonly file: ReportedFile;
  readonly isValid: boolean;
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly signatures: readonly ReportedSignature[];
  readonly timestamps: readonly ReportedTimestamp[];
  readonly certificates: readonly ReportedCertificate[];
  readonly revocationData: FileProof['revocationData'];
}

/** Builds the validation report. Throws if `report` was created without `withProof`. */
export function buildValidationReport(report: VerifyReport, file: ReportedFile): ValidationReport {
  const { proof } = report;
  if (proof === undefined) throw new Error('a validation report needs a verification with its proof');
  const certificates = new Certificates();
  const pairs = report.signatures.map((verdict, index) => {
    const own = proof.signatures[index];
    if (own === undefined) throw new Error(`the proof lacks signature ${index}`);
    return { verdict, proof: own };
  });
  const timestamps = timestampsOf(pairs, report, certificates);
  const reported = pairs.flatMap((pair, index) =>
    pair.verdict.kind === 'archive-timestamp' ? [] : [signatureOf(pair, index, { report, timestamps, certificates })],
  );
  return {
    format: 'countersign-validation-report',
    version: 1,
    validatedAt: report.verifiedAt,
    policy: VALIDATION_POLICY,
    file,
    isValid: report.isValid,
    verdict: report.verdict,
    reasons: report.reasons,
    signatures: reported,
    timestamps: timestamps.map(({ order: _, ...timestamp }) => timestamp),
    certificates: certificates.all(),
    revocationData: proof.revocationData,
  };
}

type Pair = { readonly verdict: SignatureVerdict; readonly proof: SignatureProof };
type Ordered = ReportedTimestamp & { readonly order: number };

/** An error in the file around its signatures affects all of them (EN 319 102-1 §5.2.2). */
function judgementOf({ indication, subIndication }: Judgement, { isFileSound }: VerifyReport): Judgement {
  if (indication === 'TOTAL-PASSED' && !isFileSound)
    return { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' };
  return { indication, subIndication };
}

function timestampsOf(pairs: readonly Pair[], report: VerifyReport, certificates: Certificates): Ordered[] {
  const found = pairs.flatMap(({ verdict, proof }, order) => {
    if (proof.timestamp === null) return [];
    const { kind, field } = verdict;
    const isOfDocument = kind === 'archive-timestamp';
    // The result for a document time-stamp includes its position in the file.
    const judged: TimestampProof = isOfDocument
      ? {
          ...proof.timestamp,
          indication: verdict.indication,
          subIndication: verdict.subIndication,
          reasons: verdict.reasons,
        }
      : proof.timestamp;
    const before = pairs.slice(0, order).map((one) => one.verdict.field);
    const { indication, subIndication } = judgementOf(judged, report);
    const proves = isOfDocument ? before : [field];
    return [
      {
        kind: isOfDocument ? ('document-timestamp' as const) : ('signature-timestamp' as const),
        field,
        time: judged.time,
        authority: judged.authority,
        policy: judged.policy,
        indication,
        subIndication,
        reasons: judged.reasons,
        token: judged.token,
        proves: indication === 'TOTAL-PASSED' ? proves : [],
        order,
        ...certificates.chain(judged.path, judged.isAnchored),
      },
    ];
  });
  return found.map((timestamp, index) => ({ id: `T-${index + 1}`, ...timestamp }));
}

function signatureOf(
  { verdict, proof }: Pair,
  order: number,
  {
    report,
    timestamps,
    certificates,
  }: { report: VerifyReport; timestamps: readonly Ordered[]; certificates: Certificates },
): ReportedSignature {
  const { field, kind, subFilter, signerEmail, signerName, revocation, revokedAt, trustedBy } = verdict;
  const own = timestamps.filter((one) => one.order === order);
  const later = timestamps.filter((one) => one.kind === 'document-timestamp' && one.order > order);
  const proving = proof.provedBy === 'own-timestamp' ? own[0] : later.find((one) => one.field === proof.provedByField);
  const chain = certificates.chain(proof.path, proof.isAnchored);
  return {
    id: `S-${order + 1}`,
    field,
    kind: kind === 'certification' ? 'certification' : 'signature',
    format: subFilter,
    ...judgementOf(verdict, report),
    level: verdict.level,
    qualification: verdict.qualification,
    signer: {
      name: certificates.nameOf(chain.chain[0]),
      email: signerEmail,
      claimedName: signerName,
      certificate: chain.chain[0] ?? null,
    },
    claimedTime: proof.claimedTime,
    bestSignatureTime: { time: proof.bestTime, timestamp: (proof.provedBy && proving?.id) ?? null },
    signedDigest: proof.signedDigest,
    documentDigest: proof.documentDigest,
    signatureValue: proof.signatureValue,
    signatureAlgorithm: proof.signatureAlgorithm,
    isAlgorithmSecure: !proof.isWeak,
    byteRange: proof.byteRange,
    timestamps: [...own, ...later].map(({ id }) => id),
    ...chain,
    revocation: { status: revocation, revokedAt, reason: proof.revocationReason },
    trustedBy,
    reasons: verdict.reasons,
    notes: verdict.notes,
  };
}

/** Lists each certificate once, identified by the hash of its DER. */
class Certificates {
  readonly #known = new Map<string, ReportedCertificate & { readonly name: string | null }>();

  chain(path: readonly string[], isAnchored: boolean): Chain {
    const chain = path.map((base64) => this.#add(base64));
    return { chain, trustAnchor: isAnchored ? (chain.at(-1) ?? null) : null };
  }

  nameOf(id: string | undefined): string | null {
    return (id !== undefined && this.#known.get(id)?.name) || null;
  }

  all(): ReportedCertificate[] {
    return [...this.#known.values()].map(({ name: _, ...certificate }) => certificate);
  }

  #add(base64: string): string {
    const der = Buffer.from(base64, 'base64');
    const sha256 = digestOf('sha256', der).toString('hex');
    const id = `C-${sha256}`;
    if (!this.#known.has(id)) {
      const { subject, issuer, serial, notBefore, notAfter } = parseCertificate(der);
      this.#known.set(id, {
        id,
        subject: subject.text,
        issuer: issuer.text,
        serial,
        validFrom: notBefore.toISOString(),
        validTo: notAfter.toISOString(),
        sha256,
        base64,
        name: subject.commonName ?? null,
      });
    }
    return id;
  }
}
