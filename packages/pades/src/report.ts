import type { ChangeFacts, FilledFormField, RevisionKind } from '@countersign/pdf-sign';
import type { DigestAlgorithm, RevocationReason, SignatureAlgorithm } from '@countersign/pki';

import type { Judgement, ReasonFacts } from './reasons.ts';
import type { VerdictFacts, VerdictSummary } from './verdict.ts';

/** A certificate that a third party trusts for certain purposes and times, as listed in a trusted list. */
export interface TrustedService {
  /** The certificate in DER. */
  readonly certificate: Uint8Array;
  /** A readable description of why the certificate is trusted, such as `EU trusted list: ..., CA/QC granted`. */
  readonly source: string;
  /** The purpose for which the certificate is trusted. Defaults to all purposes. */
  readonly purpose?: 'document-signing' | 'time-stamping';
  /**
   * The periods in which the certificate is trusted, in ISO 8601. `to` is null if the period has not ended. Defaults to
   * always.
   */
  readonly periods?: readonly { readonly from: string; readonly to: string | null }[];
  /**
   * The kinds of qualified certificates that the service issues, if the list states the kinds without conditions (TS
   * 119 612 §5.5.9.4).
   */
  readonly qualified?: readonly ('signature' | 'seal')[];
}

/** Trust anchors, other information from outside the file, and the verification time. */
export interface VerifyInput {
  /** The trusted root certificates in DER. */
  readonly anchors: readonly Uint8Array[];
  /** Root certificates in DER that are trusted only for time-stamps. */
  readonly timestampAnchors?: readonly Uint8Array[];
  /** Additional trust for certain purposes and times. */
  readonly services?: readonly TrustedService[];
  /** Certificates, CRLs and OCSP responses in DER, in addition to those in the file. */
  readonly certificates?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
  readonly ocsps?: readonly Uint8Array[];
  /** The time of verification in ISO 8601. */
  readonly now: string;
  /**
   * Whether an unknown revocation status of a signer's certificate makes the signature indeterminate (EN 319 102-1
   * §5.2.6.4: TRY_LATER). Defaults to false, which means that the status is only reported.
   */
  readonly requireRevocation?: boolean;
  /** Whether the report includes the evidence for a validation report (`proof`). Defaults to false. */
  readonly withProof?: boolean;
  /** Whether the report includes the values of the form's fields (`fields`). Defaults to false. */
  readonly withFields?: boolean;
}

/** A digest and its algorithm. */
export interface ProofDigest {
  readonly algorithm: DigestAlgorithm;
  /** The digest in base64. */
  readonly value: string;
}

/** A time-stamp in a signature or over the whole document. Certificates and tokens are DER in base64. */
export interface TimestampProof extends Judgement {
  readonly token: string;
  readonly time: string | null;
  readonly authority: string;
  readonly policy: string | null;
  readonly path: readonly string[];
  readonly isAnchored: boolean;
  readonly reasons: readonly string[];
}

/** The evidence for validating one signature. */
export interface SignatureProof {
  readonly byteRange: readonly number[] | null;
  readonly signedDigest: ProofDigest | null;
  readonly documentDigest: ProofDigest | null;
  readonly signatureValue: string | null;
  readonly signatureAlgorithm: SignatureAlgorithm | null;
  readonly isWeak: boolean;
  /** The signing time claimed by the signer. */
  readonly claimedTime: string | null;
  /**
   * The earliest time at which the signature is proved to exist. If there is no proof, this is the verification time.
   */
  readonly bestTime: string;
  readonly provedBy: 'own-timestamp' | 'document-timestamp' | null;
  /** The field of the document time-stamp that proves the time. */
  readonly provedByField: string | null;
  /** The certificate path, starting with the leaf. If the path ends at an anchor, the anchor is last. */
  readonly path: readonly string[];
  readonly isAnchored: boolean;
  readonly revocationReason: RevocationReason | null;
  /** The time-stamp in the signature. For a document time-stamp, this is the time-stamp itself. */
  readonly timestamp: TimestampProof | null;
}

export interface FileProof {
  /** Proofs in the same order as `signatures`. */
  readonly signatures: readonly SignatureProof[];
  /** The available revocation lists and OCSP responses, identified by their SHA-256 in base64. */
  readonly revocationData: readonly { readonly type: 'crl' | 'ocsp'; readonly sha256: string }[];
}

/**
 * The trusted authorities behind the signer's certificate and the time-stamp. Null means that the verifier does not
 * trust the authority.
 */
export interface Vouchers {
  /** The authority behind the signer's certificate. */
  readonly signer: string | null;
  /** The authority behind the time-stamp that proves when the signature existed. */
  readonly time: string | null;
}

/**
 * A signature or time-stamp by other software that is neither confirmed nor invalid. It does not make the file invalid.
 */
export interface Unconfirmed {
  readonly field: string;
  readonly kind: 'signature' | 'timestamp';
  readonly reason: string;
}

/** The result for one signature. Times are ISO 8601 in UTC. */
export interface SignatureVerdict extends Judgement {
  readonly field: string;
  /**
   * A readable name for the field: its label, or a name derived from the field's name. It contains text from the file,
   * which may be malicious.
   */
  readonly fieldTitle: string;
  /** `foreign` means that the certificate chain does not end at a trust anchor. */
  readonly kind: 'signer' | 'certification' | 'archive-timestamp' | 'foreign';
  readonly subFilter: string;
  /** The e-mail address in the certificate, confirmed by its issuer. */
  readonly signerEmail: string | null;
  /** The name in the signature dictionary, as claimed by the signer. */
  readonly signerName: string | null;
  /** The time of signing. If `isTimeProved` is true, a time-stamp proves it. Otherwise, the signer claims it. */
  readonly signedAt: string | null;
  readonly isTimeProved: boolean;
  readonly isValid: boolean;
  /** The PAdES baseline level. Null for time-stamps, and for signatures that are invalid or not PAdES. */
  readonly level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
  readonly timestamp: { readonly time: string | null; readonly authority: string; readonly isValid: boolean } | null;
  readonly certificate: {
    readonly subject: string;
    readonly issuer: string;
    readonly serial: string;
    readonly validFrom: string;
    readonly validTo: string;
  } | null;
  /** The revocation status of the signer's certificate at the signature's validation time. */
  readonly revocation: 'good' | 'revoked' | 'unknown';
  /** When the signer's certificate was revoked, even if that was after this signature. Null if it was not revoked. */
  readonly revokedAt: string | null;
  /** Why the signer's authority is trusted. Null if it is not trusted or is one of `anchors`. */
  readonly trustedBy: string | null;
  /**
   * `own` means that the certificate's path ends at one of the caller's anchors. `other` means that another authority
   * issued the certificate, whether it is known or not.
   */
  readonly origin: 'own' | 'other';
  /** Whether the signed bytes are unchanged and were signed with the certificate's key. */
  readonly isIntact: boolean;
  readonly vouchers: Vouchers;
  /** The changes after the signature: only evidence, permitted changes, or forbidden changes. */
  readonly changes: 'none' | 'permitted' | 'forbidden';
  /**
   * The qualification proved by a trusted list and the certificate together (Regulation (EU) 910/2014). The certificate
   * was qualified at the time of signing. If the key is in a qualified device, the signature or seal is qualified too.
   * Null if any part of this is not proved.
   */
  readonly qualification: 'qualified-signature' | 'qualified-seal' | 'qualified-certificate' | null;
  /** The number of the revision that was signed, starting at 1. */
  readonly revision: number | null;
  readonly coversWholeDocument: boolean;
  readonly changesAfterSigning: readonly string[];
  /**
   * The last entry in the document's audit trail when signing began, as contained in one of our signatures. Null if the
   * signature contains none.
   */
  readonly trailPosition: { readonly sequence: number; readonly hash: string } | null;
  /** Sentences about the signature that do not report an error. */
  readonly notes: readonly string[];
  /** Sentences that explain why the signature is invalid. Empty if it is valid. */
  readonly reasons: readonly string[];
  /** The reasons in a form that can be translated. */
  readonly reasonFacts: readonly ReasonFacts[];
}

/** The changes in one saved revision of the file. */
export interface RevisionVerdict {
  /** The length of the file in this revision. */
  readonly bytes: number;
  /** The SHA-256 hash of the file in this revision, in hex. */
  readonly sha256: string;
  readonly kind: RevisionKind;
  /** Sentences that describe the revision's changes. Changes before the first signature are not reported. */
  readonly changes: readonly string[];
  /**
   * The changes in a form that can be translated. `omitted` is the number of changes missing from both `changes` and
   * `facts`.
   */
  readonly facts: readonly ChangeFacts[];
  readonly omitted: number;
}

/** The result for a file and all its signatures. */
export interface VerifyReport extends Pick<VerdictFacts, 'isFileSound' | 'isUnchanged' | 'seal'> {
  /**
   * Whether the file is valid, which requires all of the following. The file has at least one signature. Each signature
   * of our own is intact and trusted, has a valid time-stamp, and was not revoked before it. Signatures by other
   * software are intact, and if there is no signature of our own, at least one of them is trusted. The file has no
   * forbidden changes and no fault.
   */
  readonly isValid: boolean;
  /**
   * Signatures and time-stamps by other software that have no effect on the verdict, because no trusted authority issued
   * their certificates.
   */
  readonly unconfirmed: readonly Unconfirmed[];
  /** The verdict in one sentence. */
  readonly verdict: string;
  /** The verdict in a form that can be translated. */
  readonly summary: VerdictSummary;
  readonly reasons: readonly string[];
  /** All reasons in this report and its signatures, in a form that can be translated. */
  readonly reasonFacts: readonly ReasonFacts[];
  /** The signatures in the order of signing. */
  readonly signatures: readonly SignatureVerdict[];
  /** The DocMDP level of the certification signature. */
  readonly certification: 1 | 2 | 3 | null;
  readonly revisions: readonly RevisionVerdict[];
  readonly verifiedAt: string;
  /** Present only if requested with `withProof`. */
  readonly proof?: FileProof;
  /** Present only if requested with `withFields`. */
  readonly fields?: readonly FilledFormField[];
}
