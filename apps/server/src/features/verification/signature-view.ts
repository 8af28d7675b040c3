/** A verdict on a signature as callers see it. */
import type { Verification } from '@countersign/contract';
import type { SignatureVerdict } from '../../platform/pdf/index.ts';

type Signature = Verification['signatures'][number];

export function signatureView(verdict: SignatureVerdict): Signature {
  const {
    signerEmail,
    signedAt,
    isValid,
    kind,
    field,
    fieldTitle,
    level,
    timestamp,
    certificate,
    coversWholeDocument,
    changesAfterSigning,
    revocation,
    revokedAt,
    trustedBy,
    indication,
    subIndication,
    notes,
    reasons,
  } = verdict;
  return {
    signerEmail,
    signedAt,
    isValid,
    kind,
    field,
    fieldTitle,
    level,
    timestamp,
    certificate,
    coversWholeDocument,
    changesAfterSigning: [...changesAfterSigning],
    revocation,
    revokedAt,
    trustedBy,
    indication,
    subIndication,
    notes: [...notes],
    reasons: [...reasons],
  };
}
