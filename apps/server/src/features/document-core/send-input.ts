/** The sender's options for sending a document. A scheduled draft stores them until it is sent. */
import type { FieldInput, SignerInput, WarningCode } from '@countersign/contract';

/** `auto` creates fields only from tags that have a recipient. */
export type PlaceTags = boolean | 'auto';

export type Redirects = { signed?: string; declined?: string; expired?: string };

export type SendInput = {
  /** Default: the planned recipients. */
  signers?: SignerInput[] | undefined;
  fields?: FieldInput[] | undefined;
  signingOrder: 'parallel' | 'sequential';
  /** If expiration or reminders are undefined, the organization's settings apply. Null turns reminders off. */
  expirationDays?: number | undefined;
  emailSubject?: string | undefined;
  emailMessage?: string | undefined;
  reminders?: { everyDays: number; max: number } | null | undefined;
  /** Whether recipients receive e-mails. A recipient's own setting overrides this. */
  notify?: boolean | undefined;
  notifyCompletion?: boolean | undefined;
  /** The URLs to which the signing page redirects after signing, declining or expiry. */
  redirects?: Redirects | undefined;
  /** An additional endpoint for the events of this document, as `readCallback` returned it. */
  callback?: string | undefined;
  /** The signers are present in person, so no invitations are sent. */
  isInPerson?: boolean;
  /** The package sends one invitation for all its documents. */
  isInPackage?: boolean;
  placeTags?: PlaceTags | undefined;
  /** The scheduled time. Undefined if a request sends the document immediately. */
  scheduledFor?: Date | undefined;
  /** Whether to cover the text of tags that have already become fields. No new fields are created from them. */
  coverTags?: boolean;
  acceptWarnings?: readonly WarningCode[] | undefined;
  /** The save number of the version of the draft that the sender saw. */
  draftRevision?: number | undefined;
};
