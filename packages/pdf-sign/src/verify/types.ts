import type { FilledFormField } from './filled-fields.ts';

/** The signature data that the package passes to the container check. */
export interface SignatureInput {
  field: string;
  kind: 'signature' | 'timestamp';
  subFilter: string;
  /** The DER (or BER) of /Contents without the zero padding: a CMS, or with adbe.x509.rsa_sha1 an OCTET STRING. */
  contents: Buffer;
  /** Bytes other than zero follow the container in /Contents. */
  hasTrailingBytes: boolean;
  /** /Contents as stored, with the padding: the input of a /VRI key. */
  paddedContents: Buffer;
  /**
   * /Cert of the signature dictionary, the signer's first: only present with adbe.x509.rsa_sha1 (ISO 32000-2 table
   * 255).
   */
  certificates: Buffer[];
  /** Digest of the signed bytes. SHA-1 only for validating old files. */
  digest: (algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512') => Buffer;
  /** A copy of the signed bytes. */
  signedBytes: () => Buffer;
  /** /M of the signature dictionary: a claim, not a proof. */
  claimedTime: Date | null;
  /**
   * The signature dictionary's reference to our audit trail (docs/understand/trail-binding.md); only meaningful in a
   * document time-stamp.
   */
  trailPosition: Buffer | null;
  /** Validation data found in the newest revision's /DSS (DER). */
  validation: { certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] };
}

/** The change of a later revision, in the categories of permissions (ISO 32000-2 12.8.2.2). */
export type ChangeKind =
  | 'signature'
  | 'timestamp'
  | 'validation-data'
  | 'field-filled'
  | 'signature-field-added'
  | 'field-added'
  | 'field-changed'
  | 'annotation'
  | 'page'
  | 'pages'
  | 'metadata'
  /** A revision without differences, or only in unreferenced objects. */
  | 'nothing-seen'
  | 'catalog'
  | 'hidden'
  | 'structure'
  | 'object';

/** A difference between a signed revision and a later one. */
export interface Change {
  kind: ChangeKind;
  /** For everyone: `form field "Amount" on page 2 filled in: "100"`. Quotes the file, which can be malicious. */
  text: string;
  /** For experts: `form field Amount filled in`, `object 12 was replaced`. */
  detail: string;
  /** Number of the revision that added it, from 1. */
  revision: number;
  /** Fully qualified name of the form field. */
  field?: string;
  /** The form's label for the changed field (/TU). */
  label?: string;
  /** As displayed, from 1. */
  page?: number;
  /** Entries of the page, field or catalog whose values differ. */
  keys?: string[];
  /** The previous and the current value of a form field. */
  before?: string;
  after?: string;
  /** The reason stated in a signature. */
  signer?: string;
}

/** One signature: its coverage, the later changes, and the changes that it does not permit. */
export interface SignatureReport<Check> {
  field: string;
  /** A readable name of the signature field: its label, or derived from its name. */
  fieldTitle: string;
  kind: 'signature' | 'timestamp';
  subFilter: string;
  byteRange: [number, number, number, number] | null;
  /** Size of the signed revision. */
  signedLength: number | null;
  /** Number of the signed revision, from 1. */
  revision: number | null;
  coversWholeDocument: boolean;
  /** All later changes, permitted or not. */
  changesAfterSigning: Change[];
  /** The later changes that this signature (or the certification) does not permit. */
  violations: Change[];
  /** The errors in the signature's structure; empty if there are none. */
  problems: string[];
  /** DocMDP level, for the certification signature. */
  certification: 1 | 2 | 3 | null;
  name: string | null;
  reason: string | null;
  location: string | null;
  contactInfo: string | null;
  claimedTime: Date | null;
  /** The result of `verifySignature`; null if the structure is too broken to check. */
  check: Check | null;
  /**
   * Whether the signature has no problem and no violation. Says nothing about the container, which `check` covers.
   */
  intact: boolean;
}

/** What a revision is for, judged by its additions. */
export type RevisionKind = 'original' | 'certification' | 'signature' | 'timestamp' | 'validation-data' | 'update';

/** The result of `verifyPdf`. `Check` is the caller's result for a signature container. */
export interface PdfReport<Check> {
  /** In the order of signing. */
  signatures: SignatureReport<Check>[];
  /** The file at the end of each revision: its length, its SHA-256 in hexadecimal, and the revision's purpose. */
  revisions: { length: number; sha256: string; kind: RevisionKind }[];
  /** Bytes after the last signature's revision, and their contents; null without any signature. */
  unsignedTail: { bytes: number; onlyValidationData: boolean } | null;
  certification: 1 | 2 | 3 | null;
  /** The errors in the file as a whole; empty if there are none. */
  problems: string[];
  /** The current values of the form, if requested. */
  fields?: FilledFormField[];
}

/** How `verifyPdf` checks signature containers, which it does not parse itself. */
export interface VerifyOptions<Check> {
  /**
   * Checks a signature container (CMS, time-stamp token). Must return a result for an invalid one instead of throwing.
   */
  /** Whether the report includes the fields of the form. Default false. */
  withFields?: boolean;
  verifySignature: (input: SignatureInput) => Check | Promise<Check>;
}
