/**
 * The text of the verify page. If a language lacks an entry or has an unknown entry, compilation fails. Notes
 * and rare reasons come from the server in English and are marked as English.
 */
import type { FileVerification, ReasonFacts } from '@countersign/contract';
import type { Language } from '@countersign/contract/languages';

type Signature = FileVerification['signatures'][number];
type Revision = FileVerification['revisions'][number];

export type Summary = FileVerification['summary'];
/**
 * `count` is the number of personal signatures, without seals and time-stamps. `by` is the subject of the seal's
 * certificate.
 */
export type Verdicts = {
  unchanged: (count: number) => string;
  permitted: (count: number) => string;
  certified: (by: string) => string;
  sealed: (by: string) => string;
  'completion-certificate': (by: string) => string;
  timestamped: () => string;
  unconfirmed: (count: number) => string;
  /** Used if only the seal or a time-stamp is unconfirmed. */
  unconfirmedSeal: () => string;
  invalid: (count: number) => string;
  /** Used if every personal signature is intact, but the seal or a time-stamp is invalid. */
  invalidSeal: () => string;
  /** Used if all signatures, seals and time-stamps are intact, but the file or the stored data contradicts them. */
  invalidFile: () => string;
  /** Used in the app if no recipient has signed the file. */
  noRecipient: () => string;
  unsigned: () => string;
  unreadable: () => string;
};

type ChangeFacts = Revision['changeFacts'][number];
type Part = ChangeFacts['parts'][number];
/** The name of the part of the document that changed. `AA` means the document's actions. */
type DocumentPart =
  | 'Pages'
  | 'Names'
  | 'OpenAction'
  | 'AA'
  | 'OCProperties'
  | 'AcroForm'
  | 'Outlines'
  | 'Perms'
  | 'other';

/**
 * A sentence for each change. Placeholders for values from the file are {name} (`field`, with its page `onPage`),
 * {signer}, {before}, {after}, {page} and {parts}. Technical details follow in brackets, in English.
 */
export type ChangeWords = {
  field: string;
  onPage: string;
  sentences: Record<Exclude<ChangeFacts['code'], 'catalog' | 'part-replaced'>, string>;
  /** Shown if a signature contains a name. */
  signatureOf: string;
  /** Shown if the value of the filled-in field is known. */
  filledWith: string;
  pageParts: Record<Exclude<Part, Exclude<DocumentPart, 'AA' | 'other'>>, string>;
  documentParts: Record<DocumentPart, string>;
  /** States that {count} more changes are not listed. */
  more: string;
};

/**
 * A sentence for each common reason why a file or signature is not valid. Other reasons are shown in English.
 * Technical details follow in brackets, in English.
 */
export type ReasonWords = {
  /** `recorded-signature-missing` contains `{detail}`, the recipient's e-mail address. */
  sentences: Record<
    Extract<
      ReasonFacts['code'],
      | 'structure'
      | 'file-structure'
      | 'message-digest-mismatch'
      | 'signature-invalid'
      | 'malformed'
      | 'signer-certificate-missing'
      | 'unsupported-digest'
      | 'unsupported-signature-algorithm'
      | 'unsupported-kind'
      | 'timestamp-malformed'
      | 'imprint-mismatch'
      | 'timestamp-message-digest-mismatch'
      | 'timestamp-signature-invalid'
      | 'not-a-timestamp'
      | 'trailing-octets'
      | 'content-inside'
      | 'old-format'
      | 'weak'
      | 'timestamp-order'
      | 'timestamp-in-future'
      | 'time-not-proved'
      | 'certificate-no-path'
      | 'certificate-not-yet-valid'
      | 'certificate-expired'
      | 'certificate-key-usage'
      | 'certificate-weak-algorithm'
      | 'certificate-revoked'
      | 'certificate-ca-revoked'
      | 'certificate-revocation-unknown'
      | 'stored-file-changed'
      | 'stored-file-unreadable'
      | 'recorded-signature-missing'
      | 'not-the-recorded-file'
    >,
    string
  >;
  /** A forbidden change. The text contains `{change}`, which is a sentence from `ChangeWords` without the period. */
  changed: string;
  /**
   * A reason about a time-stamping authority. The text contains `{reason}`, which is a sentence about a certificate.
   */
  authority: string;
};

export type VerifyWords = {
  locale: Language;
  direction: 'ltr' | 'rtl';
  /** The label of the language selector. */
  language: string;
  title: string;
  lead: string;
  choose: string;
  drop: string;
  limit: string;
  privacy: string;
  checking: (file: string) => string;
  another: string;
  print: string;
  /** The sentence for each verdict. Null in English, where the server's sentence is shown. */
  verdicts: Verdicts | null;
  /** Explains the limits of the verdict. */
  caution: string;
  size: string;
  fingerprint: string;
  checkedAt: string;
  problems: string;
  signatures: string;
  /** The heading above all entries except personal signatures. */
  seals: string;
  kinds: Record<Signature['kind'], string>;
  states: Record<'valid' | 'unconfirmed' | 'invalid', string>;
  timeProved: string;
  timeClaimed: string;
  trustedBy: string;
  history: string;
  /** The translated sentences for changes. Null in English, where the server's sentences are shown. */
  changes: ChangeWords | null;
  /** The translated sentences for reasons. Null in English, where the server's sentences are shown. */
  reasons: ReasonWords | null;
  version: (number: number) => string;
  revisions: Record<Revision['kind'], string>;
  details: string;
  field: string;
  trail: string;
  /** The text contains `{entry}` and `{hash}`. */
  trailPosition: string;
  certificate: string;
  issuer: string;
  serial: string;
  validity: string;
  level: string;
  timeStamp: string;
  /** The answers to three questions about each signature: Is it intact? Who confirms it? Which changes followed? */
  answers: {
    intact: string;
    isIntact: { yes: string; no: string };
    signer: string;
    time: string;
    nobody: string;
    changed: string;
    changes: Record<Signature['changes'], string>;
  };
  revocation: string;
  revocations: Record<Signature['revocation'], string>;
  changesSince: string;
  notes: string;
  judgement: string;
  /** Text for downloading validation reports. */
  reports: { heading: string; about: string; etsi: string; json: string; failed: string };
  /** Text about the audit log proof in a certificate of completion. */
  log: {
    heading: string;
    verdicts: Record<'valid' | 'unconfirmed' | 'invalid' | 'unsupported', string>;
    entry: string;
    /** The text contains `{entry}` and `{size}`. */
    position: string;
    name: string;
    witnesses: string;
    noWitness: string;
    /** A sentence that states that the check needs no server. */
    offline: string;
  };
  faults: Record<'size' | 'type' | 'unreadable' | 'busy' | 'offline' | 'other', string>;
};

/** Each language is a separate file that the browser fetches when needed. */
export const VERIFY_WORDS: Readonly<Record<Language, () => Promise<{ verify: VerifyWords }>>> = {
  en: () => import('./en/verify.ts'),
  de: () => import('./de/verify.ts'),
  fr: () => import('./fr/verify.ts'),
  es: () => import('./es/verify.ts'),
  it: () => import('./it/verify.ts'),
  pt: () => import('./pt/verify.ts'),
  nl: () => import('./nl/verify.ts'),
  pl: () => import('./pl/verify.ts'),
  ja: () => import('./ja/verify.ts'),
  hi: () => import('./hi/verify.ts'),
  ar: () => import('./ar/verify.ts'),
  he: () => import('./he/verify.ts'),
};
