/** The text of the certificate of completion and of the added signature pages. */
import type { Language } from '@countersign/contract/languages';
import { certificate as ar } from './ar/certificate.ts';
import { certificate as de } from './de/certificate.ts';
import { certificate as en } from './en/certificate.ts';
import { certificate as es } from './es/certificate.ts';
import { certificate as fr } from './fr/certificate.ts';
import { certificate as he } from './he/certificate.ts';
import { certificate as hi } from './hi/certificate.ts';
import { certificate as it } from './it/certificate.ts';
import { certificate as ja } from './ja/certificate.ts';
import { certificate as nl } from './nl/certificate.ts';
import { certificate as pl } from './pl/certificate.ts';
import { certificate as pt } from './pt/certificate.ts';

export interface CertificateWords {
  readonly title: string;
  readonly document: string;
  readonly parties: string;
  readonly revisions: string;
  readonly consent: string;
  readonly evidence: string;
  readonly check: string;
  /** Added to the heading of a section that continues on another page. */
  readonly continued: string;
  readonly documentTitle: string;
  readonly documentId: string;
  readonly filename: string;
  readonly pages: string;
  readonly uploadHash: string;
  /** Describes the uploaded file if it was rewritten before being stored. */
  readonly uploadedHash: string;
  readonly finalHash: string;
  readonly sender: string;
  readonly organization: string;
  readonly sent: string;
  readonly completed: string;
  readonly order: string;
  readonly parallel: string;
  readonly sequential: string;
  readonly role: string;
  readonly signer: string;
  readonly approver: string;
  readonly cc: string;
  readonly viewer: string;
  readonly authentication: string;
  /** The text for a link whose delivery method was not recorded. */
  readonly link: string;
  readonly linkByMail: string;
  readonly linkByMailbox: string;
  /** The text for an embedded link, which the server returned to the sender's own system. */
  readonly linkByCaller: string;
  /** States that a visitor to a public link confirmed the address at {time}. The next entry also contains {time}. */
  readonly addressCode: string;
  readonly addressCodeByMailbox: string;
  readonly account: string;
  readonly accessCode: string;
  readonly emailCode: string;
  readonly secondFactor: string;
  /** The text contains {host}, the person who handed over the device. */
  readonly inPerson: string;
  /**
   * The method that the host used to verify the signer's identity. The first entry is used if the host did not record a
   * method.
   */
  readonly identityUnrecorded: string;
  readonly identityNone: string;
  readonly identityKnown: string;
  /** The text contains {document}, which is one of the kinds below. */
  readonly identityDocument: string;
  readonly passport: string;
  readonly 'identity-card': string;
  readonly 'driving-license': string;
  readonly 'residence-permit': string;
  readonly other: string;
  readonly invited: string;
  readonly viewed: string;
  readonly consented: string;
  readonly signed: string;
  readonly notSigned: string;
  readonly address: string;
  readonly userAgent: string;
  readonly certificate: string;
  readonly signature: string;
  readonly drawn: string;
  readonly typed: string;
  readonly uploaded: string;
  readonly approval: string;
  /** A file that a signer attached. */
  readonly attachment: string;
  readonly revision: string;
  readonly kind: string;
  readonly time: string;
  readonly by: string;
  readonly upload: string;
  readonly certifiedAndSent: string;
  readonly signatureOf: string;
  readonly seal: string;
  readonly renewal: string;
  readonly consentVersion: string;
  readonly consentHash: string;
  readonly level: string;
  readonly timestampAuthority: string;
  readonly certificationAuthority: string;
  readonly sealCertificate: string;
  readonly auditHead: string;
  readonly auditEntries: string;
  readonly organizationLog: string;
  readonly logCheckpoint: string;
  readonly logIndex: string;
  /** The time when the certificate itself was created. Its contents cover only the events up to completion. */
  readonly made: string;
  readonly utc: string;
  readonly sealed: string;
  readonly checkAnywhere: string;
  readonly checkAt: string;
  readonly events: string;
  readonly event: string;
  /** The text contains {zone}. */
  readonly localTime: string;
  readonly uploadedEvent: string;
  /** The text contains {mail}, which is one of the e-mails below. The next two entries also contain {mail}. */
  readonly mailAccepted: string;
  readonly mailToMailbox: string;
  readonly mailFailed: string;
  readonly invitationMail: string;
  readonly reminderMail: string;
  readonly otherMail: string;
  readonly opened: string;
  readonly started: string;
  readonly addressConfirmed: string;
  readonly codePassed: string;
  readonly codeRefused: string;
  readonly accessLocked: string;
  readonly codeSent: string;
  readonly stepPassed: string;
  readonly linkIssued: string;
  readonly linkOpened: string;
  readonly forwarded: string;
  readonly corrected: string;
  readonly recipientsChanged: string;
  readonly removed: string;
  readonly attached: string;
  readonly inPersonStarted: string;
  readonly inPersonOpened: string;
  readonly inPersonEnded: string;
  readonly downloaded: string;
  readonly extended: string;
  readonly filled: string;
  readonly reason: string;
  readonly device: string;
  /** The text contains {browser} and {system}. */
  readonly deviceOn: string;
  readonly signedLocally: string;
  readonly eidas: string;
  /** The text contains {why}, which is one of the reasons below. The next entry also contains {why}. */
  readonly ses: string;
  readonly ades: string;
  readonly whyTwoFactors: string;
  readonly whyOneFactor: string;
  readonly whyKnownCode: string;
  readonly whyHandedOut: string;
  readonly whyInPerson: string;
  readonly rootFingerprint: string;
  /** The text contains {url}. */
  readonly rootAt: string;
  readonly rootFromOperator: string;
  /** The text contains `{page}` and `{pages}`. */
  readonly page: string;
  /** The heading of added signature pages. */
  readonly signatures: string;
  /** The caption of a signature slot, with `{n}`. */
  readonly signatureNumber: string;
}

export const CERTIFICATE_WORDS: Readonly<Record<Language, CertificateWords>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  ja,
  hi,
  ar,
  he,
};
