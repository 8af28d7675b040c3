/** The evidence used in validating a file. Validation reports must include it (ETSI TS 119 102-2). */
import type { SignatureReport } from '@countersign/pdf-sign';
import { digestOf } from '@countersign/pki';
import type { PathValidation, TimestampVerification } from '@countersign/pki';

import type { ContainerCheck } from './container.ts';
import type { CandidateJudgement, Trust } from './judgement.ts';
import { revocationOfSigner } from './notes.ts';
import { containerJudgement, distinct, pathReason, stampReason, WEAK_REASON } from './reasons.ts';
import type { Judgement } from './reasons.ts';
import type { FileProof, ProofDigest, SignatureProof, TimestampProof } from './report.ts';

type Signature = SignatureReport<ContainerCheck>;

export function proofOf(
  signatures: readonly Signature[],
  judgements: readonly CandidateJudgement[],
  trust: Trust,
): FileProof {
  return {
    signatures: signatures.flatMap((signature, index) => {
      const judgement = judgements[index];
      return judgement === undefined
        ? []
        : [signatureProof(signature, judgement, laterStamps(signatures, judgements, index))];
    }),
    revocationData: revocationData(signatures, trust),
  };
}

type Stamp = { readonly field: string; readonly time: number };

/** Returns the trusted document time-stamps that cover a signature. */
function laterStamps(
  signatures: readonly Signature[],
  judgements: readonly CandidateJudgement[],
  index: number,
): Stamp[] {
  return signatures.slice(index + 1).flatMap(({ kind, field, check }, offset) => {
    const time = check?.stamp?.time;
    const isBelieved = kind === 'timestamp' && judgements[index + 1 + offset]?.isStampValid === true;
    return isBelieved && time !== undefined ? [{ field, time: time.getTime() }] : [];
  });
}

function signatureProof(
  { byteRange, check, claimedTime }: Signature,
  judgement: CandidateJudgement,
  stamps: readonly Stamp[],
): SignatureProof {
  const identity = check?.identity;
  const at = judgement.at.getTime();
  const byDocument = judgement.isTimeProved ? stamps.find(({ time }) => time === at) : undefined;
  const claimed = check?.claimedTime ?? claimedTime;
  return {
    byteRange,
    signedDigest: digest(check, identity?.signedDigest),
    documentDigest: digest(check, identity?.documentDigest),
    signatureValue: identity?.signatureValue?.toString('base64') ?? null,
    signatureAlgorithm: identity?.signatureAlgorithm ?? null,
    isWeak: check?.weak ?? false,
    claimedTime: claimed?.toISOString() ?? null,
    bestTime: judgement.at.toISOString(),
    provedBy: judgement.isTimeProved ? (byDocument ? 'document-timestamp' : 'own-timestamp') : null,
    provedByField: byDocument?.field ?? null,
    ...pathProof(judgement.path),
    revocationReason: revocationOfSigner(judgement)?.reason ?? null,
    timestamp: check?.stamp === undefined ? null : timestampProof(check.stamp, identity?.token, judgement),
  };
}

function digest(check: ContainerCheck | null, compute: (() => Buffer | undefined) | undefined): ProofDigest | null {
  const algorithm = check?.identity.digestAlgorithm;
  const value = algorithm && compute?.();
  return value ? { algorithm, value: value.toString('base64') } : null;
}

function pathProof(path: PathValidation | undefined): Pick<SignatureProof, 'path' | 'isAnchored'> {
  return {
    path: path?.path.map(({ der }) => der.toString('base64')) ?? [],
    isAnchored: path !== undefined && path.problems.every(({ code }) => code !== 'no_path'),
  };
}

function timestampProof(
  stamp: TimestampVerification,
  token: Buffer | undefined,
  { stampPath, isStampValid }: CandidateJudgement,
): TimestampProof {
  const reasons = [
    ...stamp.problems.map(stampReason),
    ...(stamp.weak ? [WEAK_REASON] : []),
    ...(stampPath?.problems ?? []).map(({ code }) => pathReason(code, 'authority')),
  ];
  return {
    token: token?.toString('base64') ?? '',
    time: stamp.time?.toISOString() ?? null,
    authority: stamp.signer?.subject.commonName ?? stamp.signer?.subject.text ?? 'unknown',
    policy: stamp.info?.policy ?? null,
    ...pathProof(stampPath),
    ...stampJudgement(stamp, stampPath, isStampValid),
    reasons: distinct(reasons).map(({ message }) => message),
  };
}

function stampJudgement(stamp: TimestampVerification, path: PathValidation | undefined, isValid: boolean): Judgement {
  if (isValid) return { indication: 'TOTAL-PASSED', subIndication: null };
  const container = containerJudgement(stamp.problems);
  if (container !== undefined) return container;
  if (path?.valid === false) {
    const indication = path.indication === 'FAILED' ? 'TOTAL-FAILED' : 'INDETERMINATE';
    return { indication, subIndication: path.subIndication ?? null };
  }
  if (stamp.weak) return { indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' };
  // The time-stamp token is valid, but the PDF structure around it has an error.
  return { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' };
}

/** Returns each value once, in the order of discovery. */
function revocationData(signatures: readonly Signature[], trust: Trust): FileProof['revocationData'] {
  const found = new Map<string, FileProof['revocationData'][number]>();
  for (const { crls, ocsps } of [...signatures.flatMap(({ check }) => check?.revocation ?? []), trust.revocation]) {
    const all = [
      ...crls.map(({ der }) => ({ type: 'crl' as const, der })),
      ...ocsps.map(({ der }) => ({ type: 'ocsp' as const, der })),
    ];
    for (const { type, der } of all) {
      const sha256 = digestOf('sha256', der).toString('base64');
      found.set(`${type} ${sha256}`, { type, sha256 });
    }
  }
  return [...found.values()];
}
