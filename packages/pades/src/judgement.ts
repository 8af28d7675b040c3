import { Oid, revocationStatus, validatePath } from '@countersign/pki';
import type { Certificate, PathPurpose, PathValidation, RevocationMaterial, RevocationStatus } from '@countersign/pki';

import type { ContainerCheck } from './container.ts';
import type { Services } from './trusted-services.ts';

/** The trust anchors, and information from outside the file. */
export interface Trust {
  readonly anchors: readonly Certificate[];
  /** Trusted for time-stamps only. */
  readonly timestampAnchors?: readonly Certificate[];
  /** Trusted in addition to `anchors`. */
  readonly services?: Services;
  readonly certificates: readonly Certificate[];
  readonly revocation: RevocationMaterial;
  readonly now: Date;
  /** Whether an unknown revocation status makes a signature indeterminate. Otherwise, it is only reported. */
  readonly requireRevocation: boolean;
}

/** The inputs of the validation for one signature, in the order of signing. */
export interface Candidate {
  readonly kind: 'signature' | 'timestamp';
  /** Whether the PDF around the signature has no fault. */
  readonly intact: boolean;
  readonly check: ContainerCheck | null;
  /** The time that the signature dictionary claims (/M). */
  readonly claimedTime?: Date | null;
}

export interface CandidateJudgement {
  /** The signer's certification path at time `at`. */
  readonly path: PathValidation | undefined;
  /**
   * The time at which the signature is validated: the earliest proof of its existence, or now (EN 319 102-1 §5.6.2.4).
   */
  readonly at: Date;
  readonly isTimeProved: boolean;
  /** The path of the authority that issued the time-stamp, and whether the time-stamp is trusted. */
  readonly stampPath: PathValidation | undefined;
  readonly isStampValid: boolean;
  /** Whether the file's security store proves that no certificate of the signer or the authority had been revoked. */
  readonly hasRevocationEvidence: boolean;
  /** Whether a later trusted document time-stamp protects this signature and its evidence. */
  readonly isArchived: boolean;
  /**
   * A revocation that the issuer dates before the proved time of signing, from outside the file, for a certificate of
   * this installation. The evidence in the file contradicts it, so the signature still counts.
   */
  readonly declared: Extract<RevocationStatus, { status: 'revoked' }> | undefined;
  /**
   * The signature's time-stamp is later than a trusted time that was added afterwards, so one of the two times is
   * wrong.
   */
  readonly isOutOfOrder: boolean;
  /** The signature's time-stamp is later than the time of verification. */
  readonly isInFuture: boolean;
  /**
   * Nothing proves the signature's time, and the claimed time is later than its upper bound: a trusted time added
   * afterwards, or now.
   */
  readonly isClaimTooLate: boolean;
}

/** Maximum difference between the clocks of different authorities. */
const CLOCK_SKEW_MS = 60_000;
/** Maximum difference between the verifier's clock and an authority's. */
const VERIFIER_SKEW_MS = 5 * 60_000;
/** Clocks of personal computers are off by minutes, or by hours if the time zone is wrong. */
const CLAIM_SKEW_MS = 24 * 3_600_000;

/**
 * Validates signatures from last to first. A trusted document time-stamp proves that everything before it existed at
 * its time, so the certificate of an authority still counts if it has expired since (EN 319 102-1 §5.6.3).
 */
export function judgeAll(candidates: readonly Candidate[], trust: Trust): CandidateJudgement[] {
  let proof: Date | undefined;
  // The earliest time of a later time-stamp of either kind. Everything that it covers existed by then.
  let bound: Date | undefined;
  return candidates
    .toReversed()
    .map((candidate) => {
      const judgement = judge(candidate, trust, { proof, bound });
      const time = candidate.check?.stamp?.time;
      if (judgement.isStampValid && candidate.intact && time !== undefined) {
        bound = earlier(bound, time);
        if (candidate.kind === 'timestamp') proof = earlier(proof, time);
      }
      return judgement;
    })
    .toReversed();
}

type Later = { readonly proof: Date | undefined; readonly bound: Date | undefined };

function judge(
  { kind, intact, check, claimedTime }: Candidate,
  trust: Trust,
  { proof, bound }: Later,
): CandidateJudgement {
  const isArchived = proof !== undefined;
  if (check === null) {
    const at = proof ?? trust.now;
    return {
      path: undefined,
      at,
      isTimeProved: isArchived,
      stampPath: undefined,
      isStampValid: false,
      hasRevocationEvidence: false,
      isArchived,
      declared: undefined,
      isOutOfOrder: false,
      isInFuture: false,
      isClaimTooLate: false,
    };
  }
  const stampPath = pathOf(check.stamp?.signer, check, trust, 'time-stamping', proof ?? trust.now);
  const isStampValid =
    check.stamp?.valid === true && !check.stamp.weak && stampPath?.valid === true && (kind === 'signature' || intact);
  const stampTime = isStampValid ? check.stamp?.time : undefined;
  const proved = kind === 'timestamp' ? (proof ?? stampTime) : earlier(proof, stampTime);
  const at = kind === 'timestamp' ? (proof ?? trust.now) : (proved ?? trust.now);
  const asked = kind === 'timestamp' ? stampPath : pathOf(check.signer, check, trust, 'document-signing', at);
  const { path, declared } =
    kind === 'signature' && proved !== undefined
      ? besideDeclaration(asked, check, trust, at)
      : { path: asked, declared: undefined };
  return {
    path,
    declared,
    at,
    isTimeProved: proved !== undefined,
    stampPath,
    isStampValid,
    hasRevocationEvidence:
      isEvidenced(path, at, check.stored) &&
      (check.stamp === undefined || isEvidenced(stampPath, check.stamp.time ?? at, check.stored)),
    isArchived,
    isOutOfOrder: isLater(stampTime, bound, CLOCK_SKEW_MS),
    isInFuture: isLater(stampTime, trust.now, VERIFIER_SKEW_MS),
    isClaimTooLate:
      kind === 'signature' &&
      stampTime === undefined &&
      isLater(check.claimedTime ?? claimedTime ?? undefined, earlier(bound, trust.now), CLAIM_SKEW_MS),
  };
}

const isLater = (time: Date | undefined, than: Date | undefined, toleranceMs: number): boolean =>
  time !== undefined && than !== undefined && time.getTime() > than.getTime() + toleranceMs;

/**
 * A certificate of this product signs once, right after it was issued, and its key is destroyed (ADR 88). If the
 * issuer dates a revocation before the proved time of a signature, the revocation concerns the person, not the key.
 * It is reported together with the evidence in the file, and does not invalidate the signature. Revocations in the
 * file itself count as before.
 */
function besideDeclaration(
  path: PathValidation | undefined,
  check: ContainerCheck,
  trust: Trust,
  at: Date,
): Pick<CandidateJudgement, 'path' | 'declared'> {
  const revoked = path?.revocation[0];
  if (path?.valid !== false || revoked?.status !== 'revoked' || !isOneTime(check.signer))
    return { path, declared: undefined };
  const withoutStatement: Trust = { ...trust, revocation: { crls: [], ocsps: [] }, requireRevocation: false };
  const own = pathOf(check.signer, check, withoutStatement, 'document-signing', at);
  return own?.valid === true ? { path: own, declared: revoked } : { path, declared: undefined };
}

const isOneTime = (signer: Certificate | undefined): boolean =>
  signer?.extensions.policies.includes(Oid.countersignSignerPolicy) === true;

function pathOf(
  leaf: Certificate | undefined,
  check: ContainerCheck,
  trust: Trust,
  purpose: PathPurpose,
  at: Date,
): PathValidation | undefined {
  if (leaf === undefined) return undefined;
  const own = purpose === 'time-stamping' ? [...trust.anchors, ...(trust.timestampAnchors ?? [])] : trust.anchors;
  const path = pathTo(own, leaf, check, trust, purpose, at);
  if (trust.services === undefined || path.problems.every(({ code }) => code !== 'no_path')) return path;
  // A time-stamp counts if its authority's certificate was valid when the time-stamp was issued, even if the
  // certificate was revoked later.
  const listedAt = purpose === 'time-stamping' ? (check.stamp?.time ?? at) : at;
  return pathTo(trust.services.anchors(purpose, listedAt), leaf, check, trust, purpose, at);
}

function pathTo(
  anchors: readonly Certificate[],
  leaf: Certificate,
  check: ContainerCheck,
  trust: Trust,
  purpose: PathPurpose,
  at: Date,
): PathValidation {
  return validatePath({
    leaf,
    intermediates: [...check.certificates, ...trust.certificates],
    anchors,
    at,
    purpose,
    revocation: {
      crls: [...check.revocation.crls, ...trust.revocation.crls],
      ocsps: [...check.revocation.ocsps, ...trust.revocation.ocsps],
      // Does not apply to time-stamping authorities. Otherwise, a sealed file would become indeterminate as soon as
      // its newest list is outdated, although the file has not changed.
      required: trust.requireRevocation && purpose === 'document-signing',
    },
  });
}

/** Whether the file's own evidence covers every certificate below the anchor (EN 319 142-1 §6.3, B-LT). */
function isEvidenced(path: PathValidation | undefined, at: Date, material: RevocationMaterial): boolean {
  if (path?.valid !== true) return false;
  return path.path.slice(0, -1).every((certificate, depth) => {
    const issuer = path.path[depth + 1];
    if (certificate.extensions.ocspNoCheck || issuer === undefined) return true;
    return revocationStatus(certificate, issuer, at, material).status !== 'unknown';
  });
}

function earlier(a: Date | undefined, b: Date | undefined): Date | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
