/** What the package knows of a signature when it asks for the container to be checked. */
export interface SignatureInput {
  field: string;
  kind: 'signature' | 'timestamp';
  subFilter: string;
  /** The DER (or BER) of /Contents without the zero padding: a CMS, or with adbe.x509.rsa_sha1 an OCTET STRING. */
  contents: Buffer;
  /** /Contents as it stands, with the padding: what a /VRI key is made of. */
  paddedContents: Buffer;
  /** /Cert of the signature dictionary, the signer's first: there with adbe.x509.rsa_sha1 alone (ISO 32000-2 table 255). */
  certificates: Buffer[];
  /** Digest of the signed bytes. SHA-1 only for judging old files. */
  digest: (algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512') => Buffer;
  /** /M of the signature dictionary: a claim, not proof. */
  claimedTime: Date | null;
  /** Validation data found in the newest revision's /DSS (DER). */
  validation: { certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] };
}

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

/** A difference between a signed revision and a later one, in words. */
export interface Change {
  kind: ChangeKind;
  /** E.g. `page 2 changed`, `form field Amount filled`. */
  text: string;
  /** Number of the revision that brought it, from 1. */
  revision: number;
  field?: string;
  page?: number;
}

export interface SignatureReport<Check> {
  field: string;
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

export type RevisionKind = 'original' | 'certification' | 'signature' | 'timestamp' | 'validation-data' | 'update';

export interface PdfReport<Check> {
  /** In the order of signing. */
  signatures: SignatureReport<Check>[];
  revisions: { length: number; kind: RevisionKind }[];
  /** Bytes after the last signature's revision, and what they hold; null without any signature. */
  unsignedTail: { bytes: number; onlyValidationData: boolean } | null;
  certification: 1 | 2 | 3 | null;
  /** What is wrong with the file as a whole; empty when sound. */
  problems: string[];
}

export interface VerifyOptions<Check> {
  /** Checks a signature container (CMS, time-stamp token); must answer with a result, not throw, for an invalid one. */
  verifySignature: (input: SignatureInput) => Check | Promise<Check>;
}
