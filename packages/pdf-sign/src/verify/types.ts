import type { FilledFormField } from './filled-fields.ts';

/** The signature data that is passed to the container check. */
export interface SignatureInput {
  field: string;
  kind: 'signature' | 'timestamp';
  subFilter: string;
  /** The DER or BER of /Contents without the zero padding. It is a CMS, or an OCTET STRING for adbe.x509.rsa_sha1. */
  contents: Buffer;
  /** Whether /Contents has bytes other than zero after the container. */
  hasTrailingBytes: boolean;
  /** /Contents as stored, including the padding, which is the input of a /VRI key. */
  paddedContents: Buffer;
  /**
   * The certificates in the signature dictionary's /Cert, starting with the signer's. Present only for
   * adbe.x509.rsa_sha1 (ISO 32000-2 table 255).
   */
  certificates: Buffer[];
  /** Returns the digest of the signed bytes. SHA-1 is only for validating old files. */
  digest: (algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512') => Buffer;
  /** Returns a copy of the signed bytes. */
  signedBytes: () => Buffer;
  /** The time in the signature dictionary (/M), which is a claim and not a proof. */
  claimedTime: Date | null;
  /**
   * The signature dictionary's reference to our audit trail (docs/understand/trail-binding.md). It is meaningful only
   * in a document time-stamp.
   */
  trailPosition: Buffer | null;
  /** Validation data in DER from the newest revision's /DSS. */
  validation: { certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] };
}

/** The kinds of changes in a later revision, in the same categories as permissions (ISO 32000-2 12.8.2.2). */
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
  /** The revision has no differences, or only differences in unreferenced objects. */
  | 'nothing-seen'
  | 'catalog'
  | 'hidden'
  | 'structure'
  | 'object';

/** A difference between a signed revision and a later one. */
export interface Change {
  kind: ChangeKind;
  /**
   * A description for all readers, such as `form field "Amount" on page 2 filled in: "100"`. It quotes the file, which
   * may be malicious.
   */
  text: string;
  /** A description for experts, such as `form field Amount filled in` or `object 12 was replaced`. */
  detail: string;
  /** The number of the revision that made the change, starting at 1. */
  revision: number;
  /** The fully qualified name of the form field. */
  field?: string;
  /** The label of the changed field in the form (/TU). */
  label?: string;
  /** The displayed page number, starting at 1. */
  page?: number;
  /** Entries of the page, field or catalog whose values differ. */
  keys?: string[];
  /** The previous and the current value of a form field. */
  before?: string;
  after?: string;
  /** The reason stated in a signature. */
  signer?: string;
}

/**
 * The result for one signature: its coverage, the later changes, and the changes that the signature does not permit.
 */
export interface SignatureReport<Check> {
  field: string;
  /** A readable name for the signature field: its label, or a name derived from the field's name. */
  fieldTitle: string;
  kind: 'signature' | 'timestamp';
  subFilter: string;
  byteRange: [number, number, number, number] | null;
  /** The size of the signed revision. */
  signedLength: number | null;
  /** The number of the signed revision, starting at 1. */
  revision: number | null;
  coversWholeDocument: boolean;
  /** All later changes, whether permitted or not. */
  changesAfterSigning: Change[];
  /** The later changes that are not permitted by this signature or by the certification. */
  violations: Change[];
  /** The errors in the signature's structure. Empty if there are none. */
  problems: string[];
  /** The DocMDP level, for the certification signature. */
  certification: 1 | 2 | 3 | null;
  name: string | null;
  reason: string | null;
  location: string | null;
  contactInfo: string | null;
  claimedTime: Date | null;
  /** The result of `verifySignature`. Null if the structure is too damaged to check. */
  check: Check | null;
  /**
   * Whether the signature has no problem and no violation. The result for the container is not included here. It is in
   * `check`.
   */
  intact: boolean;
}

/** The purpose of a revision, derived from the objects that it adds to the file. */
export type RevisionKind = 'original' | 'certification' | 'signature' | 'timestamp' | 'validation-data' | 'update';

/** The result of `verifyPdf`. `Check` is the type of the caller's result for a signature container. */
export interface PdfReport<Check> {
  /** The signatures in the order of signing. */
  signatures: SignatureReport<Check>[];
  /** The length and SHA-256 (in hex) of the file at the end of each revision, and the purpose of the revision. */
  revisions: { length: number; sha256: string; kind: RevisionKind }[];
  /**
   * The number of bytes after the last signature's revision, and whether they contain only validation data. Null if
   * there is no signature.
   */
  unsignedTail: { bytes: number; onlyValidationData: boolean } | null;
  certification: 1 | 2 | 3 | null;
  /** The errors in the file as a whole. Empty if there are none. */
  problems: string[];
  /** The current values of the form's fields, if requested. */
  fields?: FilledFormField[];
}

/** The checks for signature containers, which `verifyPdf` does not parse itself. */
export interface VerifyOptions<Check> {
  /** Whether the report includes the fields of the form. Defaults to false. */
  withFields?: boolean;
  /**
   * Checks a signature container, which is a CMS or a time-stamp token. For an invalid container, it must return a
   * result instead of throwing.
   */
  verifySignature: (input: SignatureInput) => Check | Promise<Check>;
}
