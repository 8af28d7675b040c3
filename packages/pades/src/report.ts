import type { ChangeFacts, FilledFormField, RevisionKind } from '@countersign/pdf-sign';
import type { DigestAlgorithm, RevocationReason, SignatureAlgorithm } from '@countersign/pki';

import type { Judgement } from './reasons.ts';
import type { VerdictFacts, VerdictSummary } from './verdict.ts';

/** A certificate that is trusted on somebody's word, for certain purposes and times (an entry of a trusted list). */
export interface TrustedService {
  /** DER. */
  readonly certificate: Uint8Array;
  /** Whose word it is, for people: `EU trusted list: ..., CA/QC granted`. */
  readonly source: string;
  /** What it may vouch for; default: everything. */
  readonly purpose?: 'document-signing' | 'time-stamping';
  /** When it is trusted, ISO 8601; `to` null: still. Default: always. */
  readonly periods?: readonly { readonly from: string; readonly to: string | null }[];
  /** The kinds of qualified certificates that it issues, where the list says so without conditions (TS 119 612 §5.5.9.4). */
  readonly qualified?: readonly ('signature' | 'seal')[];
}

/** Who is trusted, what is known beside the file, and the time that the verdict speaks for. */
export interface VerifyInput {
  /** Root certificates that are trusted, DER. */
  readonly anchors: readonly Uint8Array[];
  /** Roots that are trusted for time-stamps alone, DER. */
  readonly timestampAnchors?: readonly Uint8Array[];
  /** Further trust, for certain purposes and times. */
  readonly services?: readonly TrustedService[];
  /** Certificates, CRLs and OCSP responses known beside those in the file, DER. */
  readonly certificates?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
  readonly ocsps?: readonly Uint8Array[];
  /** ISO 8601: the time the verification speaks for. */
  readonly now: string;
  /**
   * Whether a signer's certificate whose revocation status cannot be found out makes the signature indeterminate
   * (EN 319 102-1 §5.2.6.4: TRY_LATER). Default false: the status is only told.
   */
  readonly requireRevocation?: boolean;
  /** Whether the report brings what its words rest on, for a validation report (`proof`). Default false. */
  readonly withProof?: boolean;
  /** Whether the report brings what the fields of the form hold (`fields`). Default false. */
  readonly withFields?: boolean;
}

/** A digest and what it was made with. */
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

/** What the judgement of one signature rests on. */
export interface SignatureProof {
  readonly byteRange: readonly number[] | null;
  readonly signedDigest: ProofDigest | null;
  readonly documentDigest: ProofDigest | null;
  readonly signatureValue: string | null;
  readonly signatureAlgorithm: SignatureAlgorithm | null;
  readonly isWeak: boolean;
  /** As the signer says. */
  readonly claimedTime: string | null;
  /** When it is proved to have existed, and by which time-stamp; the time of the verification where none proves it. */
  readonly bestTime: string;
  readonly provedBy: 'own-timestamp' | 'document-timestamp' | null;
  /** Field of the document time-stamp that proves it. */
  readonly provedByField: string | null;
  /** Leaf first; the anchor last where it leads to one. */
  readonly path: readonly string[];
  readonly isAnchored: boolean;
  readonly revocationReason: RevocationReason | null;
  /** In the signature; of a document time-stamp, itself. */
  readonly timestamp: TimestampProof | null;
}

export interface FileProof {
  /** In the order of `signatures`. */
  readonly signatures: readonly SignatureProof[];
  /** Revocation lists and OCSP responses that were at hand; SHA-256 in base64. */
  readonly revocationData: readonly { readonly type: 'crl' | 'ocsp'; readonly sha256: string }[];
}

/** Who vouches for the signer, and for the time; null where nobody does whom the verifier trusts. */
export interface Vouchers {
  /** The authority behind the signer's certificate. */
  readonly signer: string | null;
  /** The authority behind the time-stamp that proves when the signature existed. */
  readonly time: string | null;
}

/** A signature or time-stamp of somebody else that could neither be confirmed nor refuted. It does not make the file invalid. */
export interface Unconfirmed {
  readonly field: string;
  readonly kind: 'signature' | 'timestamp';
  readonly reason: string;
}

/** What is to be said of one signature. Times are ISO 8601, UTC. */
export interface SignatureVerdict extends Judgement {
  readonly field: string;
  /** What people may call that field: its label, or what its name says. Quotes the file, which may be hostile. */
  readonly fieldTitle: string;
  /** `foreign`: of somebody whose certificate leads to no trusted root. */
  readonly kind: 'signer' | 'certification' | 'archive-timestamp' | 'foreign';
  readonly subFilter: string;
  /** The address in the certificate, which its issuer vouches for. */
  readonly signerEmail: string | null;
  /** The name in the signature dictionary: claimed. */
  readonly signerName: string | null;
  /** Proved by a time-stamp when `isTimeProved`, else claimed. */
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
  /** Of the signer's certificate, at the time the signature is judged. */
  readonly revocation: 'good' | 'revoked' | 'unknown';
  /** Since when the signer's certificate is revoked, also when that was after this signature; null when it is not. */
  readonly revokedAt: string | null;
  /** On whose word the signer's authority is trusted; null when it is not, or is one of `anchors`. */
  readonly trustedBy: string | null;
  /** `own`: its certificate leads to one of the caller's anchors. `other`: somebody else vouches for it, or nobody known. */
  readonly origin: 'own' | 'other';
  /** The bytes that were signed are unchanged, and the signature was made over them with the key of its certificate. */
  readonly isIntact: boolean;
  readonly vouchers: Vouchers;
  /** What came after it: nothing but evidence, something that it permits, or something that it forbids. */
  readonly changes: 'none' | 'permitted' | 'forbidden';
  /**
   * What a trusted list and the certificate together prove (Regulation (EU) 910/2014): a qualified certificate at the time of
   * signing, and with it on a qualified device a qualified signature or seal. Null when not all of it is proved.
   */
  readonly qualification: 'qualified-signature' | 'qualified-seal' | 'qualified-certificate' | null;
  /** Number of the revision it signed, from 1. */
  readonly revision: number | null;
  readonly coversWholeDocument: boolean;
  readonly changesAfterSigning: readonly string[];
  /** The last entry of the document's audit trail when signing began, signed with an own signature; null where it names none. */
  readonly trailPosition: { readonly sequence: number; readonly hash: string } | null;
  /** Worth knowing and no fault, in plain sentences. */
  readonly notes: readonly string[];
  /** Why it is not valid, in plain sentences; empty when it is. */
  readonly reasons: readonly string[];
}

/** One saved state of the file. */
export interface RevisionVerdict {
  /** How long the file was then. */
  readonly bytes: number;
  /** SHA-256 of the file as it was then, hexadecimal. */
  readonly sha256: string;
  readonly kind: RevisionKind;
  /** What it brought, in words; nothing is told of what came before the first signature. */
  readonly changes: readonly string[];
  /** The same as facts, to be said in another language; `omitted` counts what is left out of both. */
  readonly facts: readonly ChangeFacts[];
  readonly omitted: number;
}

/** What is to be said of a file and all its signatures. */
export interface VerifyReport extends Pick<VerdictFacts, 'isFileSound' | 'isUnchanged' | 'seal'> {
  /**
   * There is a signature. Each own one is intact, trusted, not revoked before its time-stamp, and has one that is valid. Those of
   * others are intact. Nothing forbidden was changed, and nothing about the file is wrong. Without an own signature, at least one
   * of another maker is trusted.
   */
  readonly isValid: boolean;
  /** Signatures and time-stamps of others that are not counted, because nobody trusted here vouches for them. */
  readonly unconfirmed: readonly Unconfirmed[];
  /** One sentence for people. */
  readonly verdict: string;
  /** The same as facts, to be said in another language. */
  readonly summary: VerdictSummary;
  readonly reasons: readonly string[];
  /** In the order of signing. */
  readonly signatures: readonly SignatureVerdict[];
  /** DocMDP level of the certification signature. */
  readonly certification: 1 | 2 | 3 | null;
  readonly revisions: readonly RevisionVerdict[];
  readonly verifiedAt: string;
  /** Where it was asked for (`withProof`). */
  readonly proof?: FileProof;
  /** Where it was asked for (`withFields`). */
  readonly fields?: readonly FilledFormField[];
}
