import { Oid, revocationStatus, validatePath } from '@countersign/pki';
import type { Certificate, PathPurpose, PathValidation, RevocationMaterial, RevocationStatus } from '@countersign/pki';

import type { ContainerCheck } from './container.ts';
import type { Services } from './trusted-services.ts';

/** The trust anchors, and other information from outside the file. */
export interface Trust {
  readonly anchors: readonly Certificate[];
  /** Anchors that are trusted only for time-stamps. */
  readonly timestampAnchors?: readonly Certificate[];
  /** Services that are trusted in addition to `anchors`. */
  readonly services?: Services;
  readonly certificates: readonly Certificate[];
  readonly revocation: RevocationMaterial;
  readonly now: Date;
  /** Whether an unknown revocation status makes a signature indeterminate. If false, the status is only reported. */
  readonly requireRevocation: boolean;
}

/** The input for validating one signature. Candidates are listed in signing order. */
export interface Candidate {
  readonly kind: 'signature' | 'timestamp';
  /** Whether the PDF structure around the signature is free of errors. */
  readonly intact: boolean;
  readonly check: ContainerCheck | null;
  /** The signing time claimed in the signature dictionary (/M). */
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
  /** Whether the file's security store proves that no certificate of the signer or the authority was revoked. */
  readonly hasRevocationEvidence: boolean;
  /** Whether a later trusted document time-stamp protects this signature and its evidence. */
  readonly isArchived: boolean;
  /**
   * A revocation, known from outside the file, of a certificate that this installation issued. It is dated before the
   * proved time of signing. The evidence in the file contradicts the revocation, so the signature remains valid.
   */
  readonly declared: Extract<RevocationStatus, { status: 'revoked' }> | undefined;
  /**
   * The signature's time-stamp is later than a trusted time-stamp that was added afterwards, so one of the two times is
   * wrong.
   */
  readonly isOutOfOrder: boolean;
  /** The signature's time-stamp is later than the time of verification. */
  readonly isInFuture: boolean;
  /**
   * Nothing proves the signing time, and the claimed time is later than its upper bound. The bound is a trusted
   * time-stamp added afterwards, or the current time.
   */
  readonly isClaimTooLate: boolean;
}

/** The maximum difference between the clocks of different authorities. */
const CLOCK_SKEW_MS = 60_000;
/** The maximum difference between the clocks of the verifier and an authority. */
const VERIFIER_SKEW_MS = 5 * 60_000;
/** The clocks of personal computers may be wrong by minutes, or by hours if the time zone is wrong. */
const CLAIM_SKEW_MS = 24 * 3_600_000;

/**
 * Validates signatures from last to first. A trusted document time-stamp proves that everything it covers existed at
 * its time, so an authority's certificate is still accepted if it expired later (EN 319 102-1 §5.6.3).
 */
export function judgeAll(candidates: readonly Candidate[], trust: Trust): CandidateJudgement[] {
  let proof: Date | undefined;
  // The earliest time in any of the later time-stamps, including those within signatures. Everything that such a
  // time-stamp covers existed at its time.
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
      ? withoutDeclaredRevocation(asked, check, trust, at)
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
 * A certificate of this product is used for one signature, right after it is issued, and its key is then destroyed (ADR
 * 88). If the issuer dates a revocation before the proved time of a signature, the revocation concerns the person, not
 * the key. It is reported together with the evidence in the file, and does not invalidate the signature. Revocations in
 * the file itself still apply.
 */
function withoutDeclaredRevocation(
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
  // A time-stamp is accepted if its authority's certificate was valid when the time-stamp was issued, even if the
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
      // Time-stamping authorities are exempt. Otherwise, a sealed file would become indeterminate once its newest
      // revocation list is outdated, although the file has not changed.
      required: trust.requireRevocation && purpose === 'document-signing',
    },
  });
}

/** Whether the file's own evidence covers every certificate below the anchor, as B-LT requires (EN 319 142-1 §6.3). */
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
