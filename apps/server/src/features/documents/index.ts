export { readAuditTrail } from './audit-trail.ts';
export { downloadName, type DocumentFile, openDocumentFile, pdfSource, streamDocumentFile } from './document-file.ts';
export { afterSignature, decideRead, decideSign, progress } from './domain.ts';
export { evidence } from './evidence.ts';
export { finishRevision, type FinishedRevision, writeRevision } from './revision.ts';
export * from './store.ts';
export { loadDocument, ownDocumentsOnly, signerView } from './view.ts';
