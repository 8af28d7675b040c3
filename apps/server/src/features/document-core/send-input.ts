/** The sender's options for sending a document. A scheduled draft stores them until it is sent. */
import type { FieldInput, SignerInput, WarningCode } from '@countersign/contract';

/** `auto` creates fields only from tags that have a recipient. */
export type PlaceTags = boolean | 'auto';

export type Redirects = { signed?: string; declined?: string; expired?: string };

export type SendInput = {
  /** Defaults to the planned recipients. */
  signers?: SignerInput[] | undefined;
  fields?: FieldInput[] | undefined;
  signingOrder: 'parallel' | 'sequential';
  /** Default: the organization's setting, as for reminders. Null turns reminders off. */
  expirationDays?: number | undefined;
  emailSubject?: string | undefined;
  emailMessage?: string | undefined;
  reminders?: { everyDays: number; max: number } | null | undefined;
  /** Whether recipients get mail, unless set for a recipient. */
  notify?: boolean | undefined;
  notifyCompletion?: boolean | undefined;
  /** Where the signing page redirects after signing, declining or expiry. */
  redirects?: Redirects | undefined;
  /** An additional endpoint for the events of this document, as `readCallback` returned it. */
  callback?: string | undefined;
  /** The signers are with the sender, so no invitations are sent. */
  isInPerson?: boolean;
  /** The package sends one invitation for all its documents. */
  isInPackage?: boolean;
  /** Tags in the document's text become fields. */
  placeTags?: PlaceTags | undefined;
  /** The scheduled time. Undefined if a request sends the document. */
  scheduledFor?: Date | undefined;
  /** Covers tags that already became fields, without creating new fields from them. */
  coverTags?: boolean;
  /** Codes of warnings that the sender confirmed. */
  acceptWarnings?: readonly WarningCode[] | undefined;
  /** The save number of the draft that the sender saw when sending. */
  draftRevision?: number | undefined;
};
