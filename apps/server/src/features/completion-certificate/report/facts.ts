/** What the certificate of completion says; plain data, so that a worker can set it. */
import type { IdentityCheck } from '@countersign/contract';

/** How somebody was known to be who they are; the captions have a sentence for each. */
export type AuthenticationMethod =
  | 'link'
  | 'linkByMail'
  | 'linkByMailbox'
  | 'linkByCaller'
  | 'account'
  | 'accessCode'
  | 'emailCode'
  | 'secondFactor'
  | 'inPerson';

export interface CertificateParty {
  readonly name: string;
  readonly email: string;
  /** Null where it was not recorded. */
  readonly role: 'signer' | 'approver' | 'cc' | 'viewer' | null;
  readonly authentication: readonly AuthenticationMethod[];
  /** With `inPerson`: in whose presence they signed. */
  readonly host: string | null;
  /** With `inPerson`: how the host checked who they are; null where the host said nothing. */
  readonly identityCheck: IdentityCheck | null;
  /** ISO 8601, UTC; null for what did not happen. */
  readonly invitedAt: string | null;
  readonly viewedAt: string | null;
  readonly consentedAt: string | null;
  readonly signedAt: string | null;
  /** Of the document that this signature made; null where nobody signed. */
  readonly revision: number | null;
  readonly signature: 'drawn' | 'typed' | 'uploaded' | 'approval' | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** What the user agent stands for; null where it is not a browser that we know. */
  readonly device: { readonly browser: string; readonly system: string } | null;
  /** Where the signer's clock was, as their browser reported it (IANA). */
  readonly timeZone: string | null;
  /** As the signature in the file states it. */
  readonly reason: string | null;
  /** What they entered, in the order of the fields. */
  readonly filled: readonly { readonly label: string; readonly value: string }[];
  /** Null where nobody signed. */
  readonly eidas: EidasLevel | null;
  /** Hexadecimal. */
  readonly certificateSerial: string | null;
  /** Files that they attached; a name that was erased is null. */
  readonly attachments: readonly { readonly filename: string | null; readonly sha256: string }[];
}

/** Regulation (EU) 910/2014: Article 3(10), or Article 26; and what that follows from. */
export type EidasLevel =
  | { readonly level: 'ades'; readonly why: 'whyTwoFactors' }
  | { readonly level: 'ses'; readonly why: 'whyOneFactor' | 'whyKnownCode' | 'whyHandedOut' | 'whyInPerson' };

/** What happened, by the name of its caption. */
export type EventKind =
  | 'uploadedEvent'
  | 'certifiedAndSent'
  | 'sent'
  | 'mailAccepted'
  | 'mailToMailbox'
  | 'mailFailed'
  | 'opened'
  | 'started'
  | 'codePassed'
  | 'codeRefused'
  | 'accessLocked'
  | 'codeSent'
  | 'stepPassed'
  | 'linkIssued'
  | 'linkOpened'
  | 'forwarded'
  | 'corrected'
  | 'recipientsChanged'
  | 'removed'
  | 'attached'
  | 'inPersonStarted'
  | 'inPersonOpened'
  | 'inPersonEnded'
  | 'signatureOf'
  | 'downloaded'
  | 'extended'
  | 'seal';

/** One line of the chronology, taken from one entry of the audit trail. */
export interface CertificateEvent {
  /** Number of the entry. */
  readonly entry: number;
  readonly at: string;
  readonly kind: EventKind;
  /** With the kinds of mails. */
  readonly mail?: 'invitationMail' | 'reminderMail' | 'otherMail';
  /** Whose event it is; empty where it is nobody's. */
  readonly who: string;
}

export interface CertificateRevision {
  /** 0 is the upload. */
  readonly number: number;
  readonly kind: 'upload' | 'certifiedAndSent' | 'sent' | 'signatureOf' | 'seal' | 'renewal';
  readonly at: string;
  readonly by: string;
  /** Of the whole file up to this revision. */
  readonly sha256: string;
}

/** Everything on the certificate; plain data, so that a worker can set it. */
export interface CertificateFacts {
  /** Whose language it is in, and which Han shapes names take; null is English. */
  readonly locale: string | null;
  /** Of the document's first page, in points. */
  readonly firstPage: { readonly width: number; readonly height: number };
  /** For a test environment: what every page says at its top. */
  readonly notice: string | null;
  readonly madeAt: string;
  readonly document: {
    readonly id: string;
    readonly title: string;
    readonly filename: string;
    readonly pages: number | null;
    /** Of the file as it was kept, before anything was added to it. */
    readonly sha256: string;
    /** Of the file as it came, where it was rewritten before it was kept (damaged, or with active content). */
    readonly uploadedSha256: string | null;
    /** Of the file with all signatures and its seal. */
    readonly finalSha256: string;
    readonly order: 'parallel' | 'sequential' | null;
    readonly sentAt: string | null;
    readonly completedAt: string | null;
  };
  readonly organization: string;
  readonly sender: { readonly name: string; readonly email: string };
  readonly parties: readonly CertificateParty[];
  readonly revisions: readonly CertificateRevision[];
  /** In the order of the entries, until the completion. */
  readonly events: readonly CertificateEvent[];
  /** Of the sender's profile at the completion (IANA); null: times are in UTC alone. */
  readonly timeZone: string | null;
  /** The root that the organization's seal leads to; `url` is null where it is not ours to publish. */
  readonly root: { readonly sha256: string; readonly url: string | null } | null;
  /** One for each language in which it was given; none where the host took it outside of the service. */
  readonly consents: readonly { readonly version: string; readonly sha256: string; readonly text: string }[];
  readonly evidence: {
    readonly level: string | null;
    readonly timestampAuthorities: readonly string[];
    /** Whoever issued the signers' certificates. */
    readonly certificationAuthorities: readonly string[];
    /** Of the organization's certificate that certified the document; null where none did. */
    readonly sealSerial: string | null;
    readonly auditHead: string;
    readonly auditEntries: number;
  };
  /** Where anyone can check it; null without an address of ours. */
  readonly verifyUrl: string | null;
  /** 32 hexadecimal digits that tell this file from others. */
  readonly fileId: string;
}
