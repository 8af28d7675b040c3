export { archivedCertificates } from './archived-certificate.ts';
export { downloadAsRecipient, downloadDocument, openGrantedFile, readFileGrant } from './download-document.ts';
export { makeCertificateJob } from './certificate-job.ts';
export { type CertificateDependencies, makeCertificateHandler } from './make-certificate.ts';
export { type CertificateRow, selectCompletionCertificate, selectHasCertificate } from './store.ts';
