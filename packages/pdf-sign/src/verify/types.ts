import type { FilledFormField } from './filled-fields.ts';

/** What the package knows of a signature when it asks for the container to be checked. */
export interface SignatureInput {
  field: string;
  kind: 'signature' | 'timestamp';
  subFilter: string;
  /** The DER (or BER) of /Contents without the zero padding: a CMS, or with adbe.x509.rsa_sha1 an OCTET STRING. */
  contents: Buffer;
  /** Bytes other than zero follow the container in /Contents. */
  hasTrailingBytes: boolean;
  /** /Contents as it stands, with the padding: what a /VRI key is made of. */
  paddedContents: Buffer;
  /** /Cert of the signature dictionary, the signer's first: there with adbe.x509.rsa_sha1 alone (ISO 32000-2 table 255). */
  certificates: Buffer[];
  /** Digest of the signed bytes. SHA-1 only for judging old files. */
  digest: (algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512') => Buffer;
  /** The signed bytes themselves, as a copy. */
  signedBytes: () => Buffer;
  /** /M of the signature dictionary: a claim, not proof. */
  claimedTime: Date | null;
  /** What the signature dictionary says of our audit trail (docs/understand/trail-binding.md); of use in a document time-stamp alone. */
  trailPosition: Buffer | null;
  /** Validation data found in the newest revision's /DSS (DER). */
  validation: { certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] };
}

/** What a later revision changed, as far as permissions tell such changes apart (ISO 32000-2 12.8.2.2). */
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
  /** A revision in which nothing differs, or only what nothing refers to. */
  | 'nothing-seen'
  | 'catalog'
  | 'hidden'
  | 'structure'
  | 'object';

/** A difference between a signed revision and a later one. */
export interface Change {
  kind: ChangeKind;
  /** For people: `form field "Amount" on page 2 filled in: "100"`. Quotes what the file says, which may be hostile. */
  text: string;
  /** What an expert would say: `form field Amount filled in`, `object 12 was replaced`. */
  detail: string;
  /** Number of the revision that brought it, from 1. */
  revision: number;
  /** Fully qualified name of the form field. */
  field?: string;
  /** What the form calls that field where people see it (/TU). */
  label?: string;
  /** As displayed, from 1. */
  page?: number;
  /** Entries of the page, field or catalog that differ. */
  keys?: string[];
  /** What a form field held before and holds now. */
  before?: string;
  after?: string;
  /** The name that a signature gives. */
  signer?: string;
}

/** One signature: what it covers, what came after it, and what of that it does not permit. */
export interface SignatureReport<Check> {
  field: string;
  /** What people may call that field: its label, or what its name says. */
  fieldTitle: string;
  kind: 'signature' | 'timestamp';
  subFilter: string;
  byteRange: [number, number, number, number] | null;
  /** Bytes of the revision that was signed. */
  signedLength: number | null;
  /** Number of the revision that was signed, from 1. */
  revision: number | null;
  coversWholeDocument: boolean;
  /** Everything that came after, permitted or not. */
  changesAfterSigning: Change[];
  /** Those of them that this signature (or the certification) does not permit. */
  violations: Change[];
  /** What is wrong with the signature's structure; empty when sound. */
  problems: string[];
  /** DocMDP level, for the certification signature. */
  certification: 1 | 2 | 3 | null;
  name: string | null;
  reason: string | null;
  location: string | null;
  contactInfo: string | null;
  claimedTime: Date | null;
  /** Answer of `verifySignature`; null when the structure leaves nothing to check. */
  check: Check | null;
  /** No problem and no violation. Says nothing about the container: that is `check`. */
  intact: boolean;
}

/** What a revision is there for, judged by what it adds. */
export type RevisionKind = 'original' | 'certification' | 'signature' | 'timestamp' | 'validation-data' | 'update';

/** What `verifyPdf` found. `Check` is what the caller makes of a signature container. */
export interface PdfReport<Check> {
  /** In the order of signing. */
  signatures: SignatureReport<Check>[];
  /** What the file was at the end of each: how long, its SHA-256 in hexadecimal, and what it was saved for. */
  revisions: { length: number; sha256: string; kind: RevisionKind }[];
  /** Bytes after the last signature's revision, and what they hold; null without any signature. */
  unsignedTail: { bytes: number; onlyValidationData: boolean } | null;
  certification: 1 | 2 | 3 | null;
  /** What is wrong with the file as a whole; empty when sound. */
  problems: string[];
  /** What the form holds now, where it was asked for. */
  fields?: FilledFormField[];
}

/** How `verifyPdf` has the containers checked, which it does not understand itself. */
export interface VerifyOptions<Check> {
  /** Checks a signature container (CMS, time-stamp token); must answer with a result, not throw, for an invalid one. */
  /** Whether the report brings the fields of the form. Default false. */
  withFields?: boolean;
  verifySignature: (input: SignatureInput) => Check | Promise<Check>;
}
