import type { ChangeFacts, FilledFormField, RevisionKind } from '@countersign/pdf-sign';
import type { DigestAlgorithm, RevocationReason, SignatureAlgorithm } from '@countersign/pki';

import type { Judgement } from './reasons.ts';
import type { VerdictFacts, VerdictSummary } from './verdict.ts';

/** A certificate that a third party vouches for, for certain purposes and times (an entry of a trusted list). */
export interface TrustedService {
  /** DER. */
  readonly certificate: Uint8Array;
  /** The human-readable source of trust, such as `EU trusted list: ..., CA/QC granted`. */
  readonly source: string;
  /** Its permitted purposes; default: all. */
  readonly purpose?: 'document-signing' | 'time-stamping';
  /** When it is trusted, ISO 8601; `to` null: until now. Default: always. */
  readonly periods?: readonly { readonly from: string; readonly to: string | null }[];
  /**
   * The kinds of qualified certificates that it issues, if the list states them without conditions (TS 119 612
   * §5.5.9.4).
   */
  readonly qualified?: readonly ('signature' | 'seal')[];
}

/** Trust anchors, information from outside the file, and the time of the verdict. */
export interface VerifyInput {
  /** Root certificates that are trusted, DER. */
  readonly anchors: readonly Uint8Array[];
  /** Root certificates that are trusted only for time-stamps, DER. */
  readonly timestampAnchors?: readonly Uint8Array[];
  /** Additional trust for certain purposes and times. */
  readonly services?: readonly TrustedService[];
  /** Certificates, CRLs and OCSP responses in addition to those in the file, DER. */
  readonly certificates?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
  readonly ocsps?: readonly Uint8Array[];
  /** ISO 8601: the time of the verification. */
  readonly now: string;
  /**
   * Whether an unknown revocation status of a signer's certificate makes the signature indeterminate (EN 319 102-1
   * §5.2.6.4: TRY_LATER). Default false: the status is only reported.
   */
  readonly requireRevocation?: boolean;
  /** Whether the report includes its basis, for a validation report (`proof`). Default false. */
  readonly withProof?: boolean;
  /** Whether the report includes the values of the form's fields (`fields`). Default false. */
  readonly withFields?: boolean;
}

/** A digest and its algorithm. */
export interface ProofDigest {
  readonly algorithm: DigestAlgorithm;
  /** Base64. */
  readonly value: string;
}

/** A time-stamp, in a signature or over the whole document. Certificates and tokens are base64 of their DER. */
export interface TimestampProof extends Judgement {
  readonly token: string;
  readonly time: string | null;
  readonly authority: string;
  readonly policy: string | null;
  readonly path: readonly string[];
  readonly isAnchored: boolean;
  readonly reasons: readonly string[];
}

/** The basis of one signature's validation. */
export interface SignatureProof {
  readonly byteRange: readonly number[] | null;
  readonly signedDigest: ProofDigest | null;
  readonly documentDigest: ProofDigest | null;
  readonly signatureValue: string | null;
  readonly signatureAlgorithm: SignatureAlgorithm | null;
  readonly isWeak: boolean;
  /** Claimed by the signer. */
  readonly claimedTime: string | null;
  /**
   * The proved time of its existence, and the time-stamp that proves it; the time of the verification if there is none.
   */
  readonly bestTime: string;
  readonly provedBy: 'own-timestamp' | 'document-timestamp' | null;
  /** Field of the document time-stamp that proves it. */
  readonly provedByField: string | null;
  /** Leaf first; the anchor last if the path ends at one. */
  readonly path: readonly string[];
  readonly isAnchored: boolean;
  readonly revocationReason: RevocationReason | null;
  /** In the signature; for a document time-stamp, itself. */
  readonly timestamp: TimestampProof | null;
}

export interface FileProof {
  /** In the order of `signatures`. */
  readonly signatures: readonly SignatureProof[];
  /** Available revocation lists and OCSP responses; SHA-256 in base64. */
  readonly revocationData: readonly { readonly type: 'crl' | 'ocsp'; readonly sha256: string }[];
}

/** The trusted authorities for the signer and for the time; null if there is none that the verifier trusts. */
export interface Vouchers {
  /** The authority behind the signer's certificate. */
  readonly signer: string | null;
  /** The authority behind the time-stamp that proves when the signature existed. */
  readonly time: string | null;
}

/** A foreign signature or time-stamp that could neither be confirmed nor refuted. It does not make the file invalid. */
export interface Unconfirmed {
  readonly field: string;
  readonly kind: 'signature' | 'timestamp';
  readonly reason: string;
}

/** The result for one signature. Times are ISO 8601, UTC. */
export interface SignatureVerdict extends Judgement {
  readonly field: string;
  /** A readable name of the field: its label, or derived from its name. Quotes the file, which can be malicious. */
  readonly fieldTitle: string;
  /** `foreign`: the certificate chain does not end at a trust anchor. */
  readonly kind: 'signer' | 'certification' | 'archive-timestamp' | 'foreign';
  readonly subFilter: string;
  /** The address in the certificate, confirmed by its issuer. */
  readonly signerEmail: string | null;
  /** The name in the signature dictionary: claimed. */
  readonly signerName: string | null;
  /** Proved by a time-stamp if `isTimeProved`, otherwise claimed. */
  readonly signedAt: string | null;
  readonly isTimeProved: boolean;
  readonly isValid: boolean;
  /** PAdES baseline level; null for time-stamps and for signatures that are not PAdES or not valid. */
  readonly level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
  readonly timestamp: { readonly time: string | null; readonly authority: string; readonly isValid: boolean } | null;
  readonly certificate: {
    readonly subject: string;
    readonly issuer: string;
    readonly serial: string;
    readonly validFrom: string;
    readonly validTo: string;
  } | null;
  /** The status of the signer's certificate at the validation time of the signature. */
  readonly revocation: 'good' | 'revoked' | 'unknown';
  /** When the signer's certificate was revoked, even if that was after this signature; null if it was not. */
  readonly revokedAt: string | null;
  /** The source of trust in the signer's authority; null if it is not trusted, or is one of `anchors`. */
  readonly trustedBy: string | null;
  /**
   * `own`: the path of its certificate ends at one of the caller's anchors. `other`: another authority, known or
   * unknown, vouches for it.
   */
  readonly origin: 'own' | 'other';
  /** The signed bytes are unchanged, and the signature was created over them with the key of its certificate. */
  readonly isIntact: boolean;
  readonly vouchers: Vouchers;
  /** Later changes: only evidence, permitted changes, or forbidden changes. */
  readonly changes: 'none' | 'permitted' | 'forbidden';
  /**
   * What a trusted list and the certificate together prove (Regulation (EU) 910/2014): a qualified certificate at the
   * time of signing, and with a qualified device also a qualified signature or seal. Null if not everything is proved.
   */
  readonly qualification: 'qualified-signature' | 'qualified-seal' | 'qualified-certificate' | null;
  /** Number of the revision it signed, from 1. */
  readonly revision: number | null;
  readonly coversWholeDocument: boolean;
  readonly changesAfterSigning: readonly string[];
  /**
   * The last entry of the document's audit trail when signing began, signed with an own signature; null if it contains
   * none.
   */
  readonly trailPosition: { readonly sequence: number; readonly hash: string } | null;
  /** Notes that are not faults, in plain sentences. */
  readonly notes: readonly string[];
  /** Why it is not valid, in plain sentences; empty if it is. */
  readonly reasons: readonly string[];
}

/** One saved state of the file. */
export interface RevisionVerdict {
  /** The length of the file at that time. */
  readonly bytes: number;
  /** SHA-256 of the file at that time, hexadecimal. */
  readonly sha256: string;
  readonly kind: RevisionKind;
  /** Its changes, in words; changes before the first signature are not reported. */
  readonly changes: readonly string[];
  /** The changes as data, for translation; `omitted` counts the changes missing from both. */
  readonly facts: readonly ChangeFacts[];
  readonly omitted: number;
}

/** The result for a file and all its signatures. */
export interface VerifyReport extends Pick<VerdictFacts, 'isFileSound' | 'isUnchanged' | 'seal'> {
  /**
   * There is a signature. Each own one is intact, trusted, not revoked before its time-stamp, and has a valid
   * time-stamp. Foreign ones are intact. There are no forbidden changes, and the file has no fault. Without an own
   * signature, at least one foreign signature is trusted.
   */
  readonly isValid: boolean;
  /** Foreign signatures and time-stamps that do not count, because no trusted authority vouches for them. */
  readonly unconfirmed: readonly Unconfirmed[];
  /** One human-readable sentence. */
  readonly verdict: string;
  /** The verdict as data, for translation. */
  readonly summary: VerdictSummary;
  readonly reasons: readonly string[];
  /** In the order of signing. */
  readonly signatures: readonly SignatureVerdict[];
  /** DocMDP level of the certification signature. */
  readonly certification: 1 | 2 | 3 | null;
  readonly revisions: readonly RevisionVerdict[];
  readonly verifiedAt: string;
  /** If requested (`withProof`). */
  readonly proof?: FileProof;
  /** If requested (`withFields`). */
  readonly fields?: readonly FilledFormField[];
}
