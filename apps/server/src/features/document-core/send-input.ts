/** How a document is sent, as the sender says it. A scheduled draft keeps it until it is sent. */
import type { FieldInput, SignerInput, WarningCode } from '@countersign/contract';

/** `auto` makes fields of the tags that have a recipient. */
export type PlaceTags = boolean | 'auto';

export type Redirects = { signed?: string; declined?: string; expired?: string };

export type SendInput = {
  /** Left out: those that were planned. */
  signers?: SignerInput[] | undefined;
  fields?: FieldInput[] | undefined;
  signingOrder: 'parallel' | 'sequential';
  /** Left out: as the organization has it; so are reminders, and null is none. */
  expirationDays?: number | undefined;
  emailSubject?: string | undefined;
  emailMessage?: string | undefined;
  reminders?: { everyDays: number; max: number } | null | undefined;
  /** Of recipients who say nothing else: whether we send them mail. */
  notify?: boolean | undefined;
  notifyCompletion?: boolean | undefined;
  /** Where the signing page leads afterwards. */
  redirects?: Redirects | undefined;
  /** Where the events of this document go besides, as `readCallback` answered. */
  callback?: string | undefined;
  /** The signers stand before the sender: no invitation goes out. */
  isInPerson?: boolean;
  /** The package tells everybody once, and leads to every document. */
  isInPackage?: boolean;
  /** Tags in the document's text become fields. */
  placeTags?: PlaceTags | undefined;
  /** When the schedule said that it is sent; undefined where it is sent by a request. */
  scheduledFor?: Date | undefined;
  /** Tags in the text became fields before: they are covered, and no new fields come from them. */
  coverTags?: boolean;
  /** Codes of warnings that the sender confirmed. */
  acceptWarnings?: readonly WarningCode[] | undefined;
  /** The save that is meant: whoever pressed the button has seen no other. */
  draftRevision?: number | undefined;
};
