/** The verdict on a signature in the format of the API. */
import type { Verification } from '@countersign/contract';
import type { SignatureVerdict, VerifyReport } from '../../platform/pdf/index.ts';

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
    trailPosition,
    revocation,
    revokedAt,
    trustedBy,
    origin,
    isIntact,
    vouchers,
    changes,
    indication,
    subIndication,
    notes,
    reasons,
    revision,
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
    trailPosition,
    revocation,
    revokedAt,
    trustedBy,
    origin,
    intact: isIntact,
    signer: { vouchedBy: vouchers.signer, timeVouchedBy: vouchers.time },
    changes,
    indication,
    subIndication,
    notes: [...notes],
    reasons: [...reasons],
    revision,
  };
}

/** The saved states of the file, with the changes in each. */
export const revisionsView = (revisions: VerifyReport['revisions']): Verification['revisions'] =>
  revisions.map(({ bytes, kind, changes, facts, omitted }, index) => ({
    number: index + 1,
    kind,
    sizeBytes: bytes,
    changes: [...changes],
    changeFacts: [...facts],
    changesOmitted: omitted,
  }));

type Groups = Verification['groups'];

/** The fields of a file's signatures, grouped by signer. */
export function groupsOf(signatures: readonly Pick<SignatureVerdict, 'field' | 'origin' | 'kind'>[]): Groups {
  const fieldsWhere = (fits: (one: (typeof signatures)[number]) => boolean) =>
    signatures.filter(fits).map(({ field }) => field);
  return {
    own: fieldsWhere(({ origin }) => origin === 'own'),
    others: fieldsWhere(({ origin, kind }) => origin === 'other' && kind !== 'archive-timestamp'),
    otherTimestamps: fieldsWhere(({ origin, kind }) => origin === 'other' && kind === 'archive-timestamp'),
  };
}
