export { awaitSeal, notYet, SEAL_WAIT_MS, stillUnsealed } from './await-seal.ts';
export {
  type DocumentFile,
  downloadName,
  type DownloadType,
  openDocumentFile,
  pdfSource,
  storedSource,
  streamDocumentFile,
} from './document-file.ts';
export {
  afterSignature,
  decideArchive,
  decideCorrect,
  decideDecline,
  decideDelete,
  decideEmbed,
  decideExtend,
  decideForward,
  decideInviteAgain,
  decideRead,
  decideRestore,
  decideSend,
  decideSign,
  decideVoid,
  decideWhileOut,
  type Decision,
  type DocumentState,
  firstStatuses,
  isErasable,
  isExpired,
  mailPausedUntil,
  mustSign,
  progress,
  type Refusal,
  refuseReminder,
  type ReminderRefusal,
  scheduledReminders,
} from './domain.ts';
export { type FieldSettings, judgeValue, type KeptCondition } from './field-value.ts';
export { foldRecipient, foldTitle } from './fold-title.ts';
export { hashCodes, keepCodes, type KeptSending, type KeptSigner } from './planned.ts';
export {
  type Addressed,
  countSignedDocuments,
  type OwnSignerRow,
  selectAccountValid,
  selectAddressed,
  selectAddressedAfter,
  selectAddressedTenants,
  selectOwnPlace,
  selectOwnSigner,
  selectWaiting,
  type WaitingRow,
} from './readers/addressed.ts';
export { selectIsRecipient, selectRecipientsOf } from './readers/contacts.ts';
export {
  countDocuments,
  countOwnedDocuments,
  selectDocumentId,
  lockVisibleIds,
  selectDocumentsInProgress,
  selectNewestSealedDocument,
  selectOwnerLocale,
} from './readers/document-facts.ts';
export {
  type EndedLinkRow,
  selectAccountProof,
  selectEndedLink,
  selectLinkGeneration,
  selectShownRevisions,
  selectReminderRecipient,
  selectVisit,
  type VisitRow,
} from './readers/recipients.ts';
export { refuseUnless } from './refuse-unless.ts';
export {
  type FinishedRevision,
  finishRevision,
  MAX_TAIL,
  plainRevision,
  signatureDigest,
  statesFor,
  timestampChain,
  writeRevision,
} from './revision.ts';
export { SealWaiter } from './seal-waiter.ts';
export type { PlaceTags, Redirects, SendInput } from './send-input.ts';
export type { DraftRow, KeptDraft, MovableRow } from './store/archive.ts';
export { advanceDocumentTimes } from './store/clock.ts';
export type { DocumentRow, PageSize, SignerRow, StatusRow } from './store/documents.ts';
export type { FieldRow } from './store/fields.ts';
export type { ListFilter, MoreFilters } from './store/list-filters.ts';
export type { ListedSigner, ListPart, ListRow, SortKey } from './store/list-statements.ts';
export { changeDocumentOwner, keepHeldOfOwner, moveOwnedDocuments } from './store/ownership.ts';
export type { LockedDocument } from './store/package-documents.ts';
export { endIssuedLinksSince, markDelivery, type RecipientRow } from './store/recipients.ts';
export type { RevisionRow } from './store/revisions.ts';
export type { KeptSchedule, ScheduledInput, ScheduleError } from './store/schedules.ts';
export {
  fillVariables,
  foldedName,
  namesOfVariables,
  valuesOfVariables,
  type Variable,
  type VariableField,
  variableFields,
} from './variables.ts';
export {
  accessCodeState,
  documentEntry,
  documentView,
  iso,
  listEntryView,
  loadDocument,
  loadStoredDocument,
  ownDocumentsOnly,
  ownFieldView,
  readStoredDocument,
  signerView,
  twoFactorView,
  type WholeDocument,
} from './view.ts';
