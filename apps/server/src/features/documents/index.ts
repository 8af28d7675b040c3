export { keepHeld, lockHolds, writeSearchedStates } from './archive-store.ts';
export { awaitSeal, notYet, SEAL_WAIT_MS } from './await-seal.ts';
export { clearSentRevision, removeRow, updateChanged, updateCorrected, vacatePositions } from './change-statements.ts';
export { type ChangedRecipient, isUnchanged, keptFields, mergeRecipients } from './changed-recipients.ts';
export { checkSending } from './check-sending.ts';
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
  decideCorrect,
  decideDecline,
  decideEmbed,
  decideExtend,
  decideForward,
  decideInviteAgain,
  decideRead,
  decideSign,
  decideVoid,
  decideWhileOut,
  type Decision,
  type DocumentState,
  isExpired,
  mailPausedUntil,
  mustSign,
  progress,
  refuseReminder,
  type ReminderRefusal,
  scheduledReminders,
} from './domain.ts';
export { drawnValue, fittingLength } from './draw-value.ts';
export { pagesOfUpload } from './duplicate-document.ts';
export { DOCUMENT_TABLES } from './erasures.ts';
export { claimExternalId } from './external-id.ts';
export { judgeValue } from './field-value.ts';
export { findPlaces } from './find-places.ts';
export { findVariables } from './find-variables.ts';
export { foldRecipient, foldTitle } from './fold-title.ts';
export { fontWarnings, templateWarnings, withFontWarnings } from './font-warnings.ts';
export { getDocument, getStatus } from './get-document.ts';
export { refuseUnknown } from './known-filters.ts';
export type { FoundText } from './place-fields.ts';
export { judgeSigners, planSend, refuseTurns } from './plan-send.ts';
export { hashCodes } from './planned.ts';
export { buildSending, prepareSending } from './prepare-sending.ts';
export { receiptOf } from './receipt.ts';
export {
  evidenceOfRevision,
  namedRecipients,
  pagesAfter,
  recipientRow,
  recordSending,
  writeFields,
} from './record-sending.ts';
export { notifiedOfVoid, recordVoided } from './record-voided.ts';
export { readRedirects, redirectFor, type Redirects } from './redirects.ts';
export { refuseScheduled } from './refuse-scheduled.ts';
export { refuseUnless } from './refuse-unless.ts';
export { type PageDependencies, refusePage, renderPage } from './render-page.ts';
export {
  type FinishedRevision,
  finishRevision,
  MAX_TAIL,
  signatureDigest,
  statesFor,
  timestampChain,
  writeRevision,
} from './revision.ts';
export { readSendAt, recordSchedule } from './schedule.ts';
export { SealWaiter } from './seal-waiter.ts';
export { sendDocument } from './send-document.ts';
export {
  type Recipients,
  type SendableDocument,
  type SendDependencies,
  type Sender,
  senderOf,
  type Sending,
  type SendInput,
} from './sending.ts';
export {
  type AuditRow,
  type DocumentRow,
  type FieldRow,
  insertSigner,
  lockDocument,
  lockDue,
  type PageSize,
  type RevisionRow,
  selectAuditEntries,
  selectDocument,
  selectFields,
  selectFirstTail,
  selectKeptDocument,
  selectLatestRevision,
  selectPackageDocuments,
  selectPackageSigners,
  selectRevisionHead,
  selectRevisionNumber,
  selectSigners,
  selectTrailPosition,
  type SignerRow,
  updateFieldValue,
  updateSealed,
  updateSigned,
  updateStarted,
  updateStatus,
  updateTurn,
  updateVoided,
} from './store.ts';
export { TotalCache } from './total-cache.ts';
export { fitFields } from './unfitting.ts';
export { type PdfFile, takeUpload, type UploadDependencies, writeDraft } from './upload-document.ts';
export { type FilledVariable, fillVariables, namesOfVariables, valuesOfVariables, type Variable } from './variables.ts';
export {
  documentEntry,
  documentView,
  loadDocument,
  ownDocumentsOnly,
  ownFieldView,
  signerView,
  type WholeDocument,
} from './view.ts';
