import type { RevisionKind } from '@countersign/pdf-sign';

import type { Judgement } from './reasons.ts';

export interface VerifyInput {
  /** Root certificates that are trusted, DER. */
  readonly anchors: readonly Uint8Array[];
  /** Certificates and CRLs known beside those in the file, DER. */
  readonly certificates?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
  /** ISO 8601: the time the verification speaks for. */
  readonly now: string;
  /**
   * Whether a signer's certificate whose revocation status cannot be found out makes the signature indeterminate
   * (EN 319 102-1 §5.2.6.4: TRY_LATER). Default false: the status is only told.
   */
  readonly requireRevocation?: boolean;
}

/** Times are ISO 8601, UTC. */
export interface SignatureVerdict extends Judgement {
  readonly field: string;
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
  /** Number of the revision it signed, from 1. */
  readonly revision: number | null;
  readonly coversWholeDocument: boolean;
  readonly changesAfterSigning: readonly string[];
  /** Why it is not valid, in plain sentences; empty when it is. */
  readonly reasons: readonly string[];
}

export interface VerifyReport {
  /** There is a signature, every one is valid, and nothing about the file is wrong. */
  readonly isValid: boolean;
  /** One sentence for people. */
  readonly verdict: string;
  readonly reasons: readonly string[];
  /** In the order of signing. */
  readonly signatures: readonly SignatureVerdict[];
  /** DocMDP level of the certification signature. */
  readonly certification: 1 | 2 | 3 | null;
  readonly revisions: readonly { readonly bytes: number; readonly kind: RevisionKind }[];
  readonly verifiedAt: string;
}
