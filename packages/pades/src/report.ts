import type { ChangeFacts, FilledFormField, RevisionKind } from '@countersign/pdf-sign';
import type { DigestAlgorithm, RevocationReason, SignatureAlgorithm } from '@countersign/pki';

import type { Judgement } from './reasons.ts';
import type { VerdictFacts, VerdictSummary } from './verdict.ts';

/** A certificate that a third party trusts for certain purposes and times (an entry of a trusted list). */
export interface TrustedService {
  /** DER. */
  readonly certificate: Uint8Array;
  /** The source of trust for readers, such as `EU trusted list: ..., CA/QC granted`. */
  readonly source: string;
  /** The purposes it is trusted for; default: all. */
  readonly purpose?: 'document-signing' | 'time-stamping';
  /** The time range in which it is trusted, ISO 8601; `to` is null if it still is. Default: always. */
  readonly periods?: readonly { readonly from: string; readonly to: string | null }[];
  /**
   * The kinds of qualified certificates that the service issues, if the list states them without conditions (TS 119
   * 612 §5.5.9.4).
   */
  readonly qualified?: readonly ('signature' | 'seal')[];
}

/** Trust anchors, information from outside the file, and the verification time. */
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
  /** The time of the verification, ISO 8601. */
  readonly now: string;
  /**
   * Whether an unknown revocation status of a signer's certificate makes the signature indeterminate (EN 319 102-1
   * §5.2.6.4: TRY_LATER). Default false: the status is only reported.
   */
  readonly requireRevocation?: boolean;
  /** Whether the report includes the evidence for a validation report (`proof`). Default false. */
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

/** The evidence for one signature's validation. */
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
   * The time at which the signature is proved to exist, and the time-stamp that proves it. The time of the
   * verification if there is no proof.
   */
  readonly bestTime: string;
  readonly provedBy: 'own-timestamp' | 'document-timestamp' | null;
  /** The field of the document time-stamp that proves the time. */
  readonly provedByField: string | null;
  /** Leaf first. If the path ends at an anchor, the anchor is last. */
  readonly path: readonly string[];
  readonly isAnchored: boolean;
  readonly revocationReason: RevocationReason | null;
  /** The time-stamp in the signature. For a document time-stamp, this is the time-stamp itself. */
  readonly timestamp: TimestampProof | null;
}

export interface FileProof {
  /** In the same order as `signatures`. */
  readonly signatures: readonly SignatureProof[];
  /** The available revocation lists and OCSP responses, by their SHA-256 in base64. */
  readonly revocationData: readonly { readonly type: 'crl' | 'ocsp'; readonly sha256: string }[];
}

/** The trusted authorities for the signer and for the time; null if the verifier trusts none. */
export interface Vouchers {
  /** The authority behind the signer's certificate. */
  readonly signer: string | null;
  /** The authority behind the time-stamp that proves when the signature existed. */
  readonly time: string | null;
}

/**
 * A foreign signature or time-stamp that could be neither confirmed nor refuted. It does not make the file invalid.
 */
export interface Unconfirmed {
  readonly field: string;
  readonly kind: 'signature' | 'timestamp';
  readonly reason: string;
}

/** The result for one signature. Times are ISO 8601, UTC. */
export interface SignatureVerdict extends Judgement {
  readonly field: string;
  /**
   * A readable name of the field: its label, or a name derived from the field's name. It quotes the file, which can
   * be malicious.
   */
  readonly fieldTitle: string;
  /** `foreign`: the certificate chain does not end at a trust anchor. */
  readonly kind: 'signer' | 'certification' | 'archive-timestamp' | 'foreign';
  readonly subFilter: string;
  /** The e-mail address in the certificate, confirmed by its issuer. */
  readonly signerEmail: string | null;
  /** The name in the signature dictionary, as claimed by the signer. */
  readonly signerName: string | null;
  /** The time of signing. It is proved by a time-stamp if `isTimeProved`, and otherwise claimed. */
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
  /** Why the signer's authority is trusted; null if it is not trusted or is one of `anchors`. */
  readonly trustedBy: string | null;
  /**
   * `own`: the certificate's path ends at one of the caller's anchors. `other`: another authority, known or unknown,
   * issued the certificate.
   */
  readonly origin: 'own' | 'other';
  /** Whether the signed bytes are unchanged, and the key of the certificate created the signature over them. */
  readonly isIntact: boolean;
  readonly vouchers: Vouchers;
  /** What changed later: only evidence, permitted content, or something forbidden. */
  readonly changes: 'none' | 'permitted' | 'forbidden';
  /**
   * What a trusted list and the certificate prove together (Regulation (EU) 910/2014): that the certificate was
   * qualified at the time of signing and, with a qualified device, that the signature or seal is qualified. Null if
   * any part is unproved.
   */
  readonly qualification: 'qualified-signature' | 'qualified-seal' | 'qualified-certificate' | null;
  /** The number of the revision that it signs, from 1. */
  readonly revision: number | null;
  readonly coversWholeDocument: boolean;
  readonly changesAfterSigning: readonly string[];
  /**
   * The last entry of the document's audit trail when signing began, as signed by one of our signatures. Null if the
   * signature contains none.
   */
  readonly trailPosition: { readonly sequence: number; readonly hash: string } | null;
  /** Plain sentences that point out something other than a fault. */
  readonly notes: readonly string[];
  /** Plain sentences that say why the signature is not valid; empty if it is valid. */
  readonly reasons: readonly string[];
}

/** One saved revision of the file. */
export interface RevisionVerdict {
  /** The length of the file at that time. */
  readonly bytes: number;
  /** SHA-256 of the file at that time, hexadecimal. */
  readonly sha256: string;
  readonly kind: RevisionKind;
  /** The revision's changes, in words. Changes before the first signature are not reported. */
  readonly changes: readonly string[];
  /** The changes as data, for translation. `omitted` counts the changes that are left out of both lists. */
  readonly facts: readonly ChangeFacts[];
  readonly omitted: number;
}

/** The result for a file and all its signatures. */
export interface VerifyReport extends Pick<VerdictFacts, 'isFileSound' | 'isUnchanged' | 'seal'> {
  /**
   * Whether the file is valid. It has at least one signature. Each own signature is intact and trusted, has a valid
   * time-stamp, and was not revoked before it. Foreign signatures are intact, and without an own signature, at least
   * one of them is trusted. The file has no forbidden changes and no fault.
   */
  readonly isValid: boolean;
  /** Foreign signatures and time-stamps that do not count, because no trusted authority issued their certificates. */
  readonly unconfirmed: readonly Unconfirmed[];
  /** The verdict in one sentence. */
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
  /** Only with `withProof`. */
  readonly proof?: FileProof;
  /** Only with `withFields`. */
  readonly fields?: readonly FilledFormField[];
}
