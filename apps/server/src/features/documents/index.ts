export { downloadName, type DocumentFile, openDocumentFile, pdfSource, streamDocumentFile } from './document-file.ts';
export {
  afterSignature,
  decideCorrect,
  decideDecline,
  decideEmbed,
  decideExtend,
  decideForward,
  decideInviteAgain,
  type Decision,
  decideRead,
  decideSign,
  decideWhileOut,
  type DocumentState,
  mustSign,
  progress,
  refuseReminder,
  type ReminderRefusal,
  scheduledReminders,
} from './domain.ts';
export { expireDocumentJob } from './expire-job.ts';
export { refuseUnless } from './refuse-unless.ts';
export { drawnValue, fittingLength } from './draw-value.ts';
export { evidence, partyOf } from './evidence.ts';
export { judgeValue } from './field-value.ts';
export {
  finishRevision,
  type FinishedRevision,
  signatureDigest,
  statesFor,
  timestampChain,
  writeRevision,
} from './revision.ts';
export {
  prepareSending,
  type Recipients,
  recordSending,
  sendDocument,
  type SendableDocument,
  type SendDependencies,
  type Sender,
  senderOf,
  type Sending,
  type SendInput,
} from './send-document.ts';
export { checkSending } from './check-sending.ts';
export { signatureView } from './signature-view.ts';
export * from './store.ts';
export { findPlaces } from './find-places.ts';
export { foldRecipient, foldTitle } from './fold-title.ts';
export type { FoundText } from './place-fields.ts';
export { pagesOfUpload } from './duplicate-document.ts';
export { judgeSigners, planSend, refuseTurns } from './plan-send.ts';
export { type PdfFile, takeUpload, type UploadDependencies, writeBlob, writeDraft } from './upload-document.ts';
export { DELETION_REASON, deletionContext, recordVoided, toldOfVoid } from './void-document.ts';
export {
  documentEntry,
  documentView,
  loadDocument,
  ownDocumentsOnly,
  ownFieldView,
  signerView,
  type WholeDocument,
} from './view.ts';
export { hashAccessCodesHandler } from './hash-codes-job.ts';
export { hashCodes } from './planned.ts';
