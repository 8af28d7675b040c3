/** What transport calls. Apart from index.ts, which other features import: use cases import those in turn. */
export { listCertificates, revokeCertificate } from './certificates.ts';
export { downloadAsRecipient, downloadDocument, openGrantedFile, readFileGrant } from './download-document.ts';
export { duplicateDocument } from './duplicate-document.ts';
export { getPlacements } from './find-places.ts';
export { eraseTrash } from './erase-trash.ts';
export { getDocument } from './get-document.ts';
export { listDocuments } from './list-documents.ts';
export { deleteDocument, moveDocuments, restoreDocument } from './move-document.ts';
export { getDraft, saveDraft } from './saved-draft.ts';
export { sendDocument } from './send-document.ts';
export { TotalCache } from './total-cache.ts';
export { updateDocument } from './update-document.ts';
export { uploadDocument } from './upload-document.ts';
export { verifyDocument } from './verify-document.ts';
export { expireDocumentJob } from './expire-job.ts';
export { expireDocumentHandler, voidDocument, voidForDeletion } from './void-document.ts';
