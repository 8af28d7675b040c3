/** The facts on the certificate of completion, as plain data for the PDF worker. */
import type { IdentityCheck } from '@countersign/contract';

/** The captions contain one sentence for each method. */
export type AuthenticationMethod =
  | 'link'
  | 'linkByMail'
  | 'linkByMailbox'
  | 'linkByCaller'
  | 'addressCode'
  | 'addressCodeByMailbox'
  | 'account'
  | 'accessCode'
  | 'emailCode'
  | 'secondFactor'
  | 'inPerson';

export interface CertificateParty {
  readonly name: string;
  readonly email: string;
  /** Null if the role was not recorded. */
  readonly role: 'signer' | 'approver' | 'cc' | 'viewer' | null;
  readonly authentication: readonly AuthenticationMethod[];
  /** The time when the address code was entered (ISO 8601, UTC). Set with `addressCode` and `addressCodeByMailbox`. */
  readonly addressConfirmedAt: string | null;
  readonly host: string | null;
  /** Set with `inPerson`. Null if the host did not state how they checked the signer's identity. */
  readonly identityCheck: IdentityCheck | null;
  /** The time of the invitation (ISO 8601, UTC). Null if there was no invitation. */
  readonly invitedAt: string | null;
  readonly viewedAt: string | null;
  readonly consentedAt: string | null;
  readonly signedAt: string | null;
  /** The revision that this signature created. Null if there is no signature. */
  readonly revision: number | null;
  readonly signature: 'drawn' | 'typed' | 'uploaded' | 'approval' | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The device as derived from the user agent. Null if it is not a known browser. */
  readonly device: { readonly browser: string; readonly system: string } | null;
  /** The time zone that the signer's browser reported (IANA). */
  readonly timeZone: string | null;
  /** The reason as stated in the signature in the file. */
  readonly reason: string | null;
  /** The signer's field values, in the order of the fields. */
  readonly filled: readonly { readonly label: string; readonly value: string }[];
  /** Null if the recipient did not sign. */
  readonly eidas: EidasLevel | null;
  /** The serial number in hexadecimal. */
  readonly certificateSerial: string | null;
  /** The files that the signer attached. The name is null if it was erased. */
  readonly attachments: readonly { readonly filename: string | null; readonly sha256: string }[];
}

/** The kind of signature under Regulation (EU) 910/2014, Article 3(10) or Article 26, with the reason. */
export type EidasLevel =
  | { readonly level: 'ades'; readonly why: 'whyTwoFactors' }
  | { readonly level: 'ses'; readonly why: 'whyOneFactor' | 'whyKnownCode' | 'whyHandedOut' | 'whyInPerson' };

/** The kind of an event is also the name of its caption. */
export type EventKind =
  | 'uploadedEvent'
  | 'certifiedAndSent'
  | 'sent'
  | 'mailAccepted'
  | 'mailToMailbox'
  | 'mailFailed'
  | 'opened'
  | 'started'
  | 'addressConfirmed'
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

export interface CertificateEvent {
  readonly entry: number;
  readonly at: string;
  readonly kind: EventKind;
  readonly mail?: 'invitationMail' | 'reminderMail' | 'otherMail';
  /** Empty if the event does not concern a person. */
  readonly who: string;
}

export interface CertificateRevision {
  /** The number of the revision. 0 is the upload. */
  readonly number: number;
  readonly kind: 'upload' | 'certifiedAndSent' | 'sent' | 'signatureOf' | 'seal' | 'renewal';
  readonly at: string;
  readonly by: string;
  /** The hash of the file up to and including this revision. */
  readonly sha256: string;
}

export interface CertificateFacts {
  /** The language, which also determines the regional forms of Han characters. Null means English. */
  readonly locale: string | null;
  /** Width and height are in points. */
  readonly firstPage: { readonly width: number; readonly height: number };
  /** The text at the top of every page in a test environment. */
  readonly notice: string | null;
  readonly madeAt: string;
  readonly document: {
    readonly id: string;
    readonly title: string;
    readonly filename: string;
    readonly pages: number | null;
    /** The stored file before anything was added to it. */
    readonly sha256: string;
    /**
     * The hash of the uploaded file if it was rewritten before it was stored (because it was damaged or had active
     * content).
     */
    readonly uploadedSha256: string | null;
    /** The file with all signatures and its seal. */
    readonly finalSha256: string;
    readonly order: 'parallel' | 'sequential' | null;
    readonly sentAt: string | null;
    readonly completedAt: string | null;
  };
  readonly organization: string;
  readonly sender: { readonly name: string; readonly email: string };
  readonly parties: readonly CertificateParty[];
  readonly revisions: readonly CertificateRevision[];
  readonly events: readonly CertificateEvent[];
  /** The time zone in the sender's profile at the completion (IANA). Null means that times are in UTC only. */
  readonly timeZone: string | null;
  /** The root of the organization's seal. `url` is null if the root is not published here. */
  readonly root: { readonly sha256: string; readonly url: string | null } | null;
  /**
   * One consent text for each language in which consent was given. Empty if the host obtained the consent outside the
   * service.
   */
  readonly consents: readonly { readonly version: string; readonly sha256: string; readonly text: string }[];
  readonly evidence: {
    readonly level: string | null;
    readonly timestampAuthorities: readonly string[];
    readonly certificationAuthorities: readonly string[];
    /** The serial number of the organization's certificate that certified the document. Null if there is none. */
    readonly sealSerial: string | null;
    readonly auditHead: string;
    readonly auditEntries: number;
  };
  /** The address where anyone can verify the document. Null if the server has no public address. */
  readonly verifyUrl: string | null;
  /** The file identifier, 32 hexadecimal digits. */
  readonly fileId: string;
}
