export { type ChangedRecipient, isUnchanged, keptFields, mergeRecipients } from './changed-recipients.ts';
export { checkSending } from './check-sending.ts';
export { drawnValue, fittingLength } from './draw-value.ts';
export { pagesOfUpload } from './duplicate-document.ts';
export { DOCUMENT_TABLES } from './erasures.ts';
export { findAnchorsAndTags } from './find-anchors.ts';
export { findVariables } from './find-variables.ts';
export { fontWarnings, templateWarnings, withFontWarnings } from './font-warnings.ts';
export { refuseUnknown } from './known-filters.ts';
export type { FoundText } from './place-fields.ts';
export { judgeSigners, planSend, refuseTurns } from './plan-send.ts';
export { buildSending, prepareSending } from './prepare-sending.ts';
export {
  evidenceOfRevision,
  namedRecipients,
  pagesAfter,
  recipientRow,
  recordSending,
  writeFields,
} from './record-sending.ts';
export { notifiedOfVoid, recordVoided } from './record-voided.ts';
export { authenticatePreparing } from './preparing.ts';
export { readRedirects } from './redirects.ts';
export { refuseScheduled } from './refuse-scheduled.ts';
export { type PageDependencies, refusePage, renderPage } from './render-page.ts';
export { readSendAt, recordSchedule } from './schedule.ts';
export { sendDocument } from './send-document.ts';
export {
  type Recipients,
  type SendableDocument,
  type SendDependencies,
  type Sender,
  senderOf,
  type Sending,
} from './sending.ts';
export { fitFields } from './unfitting.ts';
export { type PdfFile, acceptUpload, type UploadDependencies, writeDraft } from './upload-document.ts';
