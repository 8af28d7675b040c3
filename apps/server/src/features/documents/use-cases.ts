/** What transport calls. Apart from index.ts, which other features import: use cases import those in turn. */
export { downloadDocument, openGrantedFile, readFileGrant } from './download-document.ts';
export { getDocument } from './get-document.ts';
export { listDocuments } from './list-documents.ts';
export { sendDocument } from './send-document.ts';
export { TotalCache } from './total-cache.ts';
export { uploadDocument } from './upload-document.ts';
export { verifyDocument } from './verify-document.ts';
export { expireDocumentHandler, expireDocumentJob, voidDocument } from './void-document.ts';
