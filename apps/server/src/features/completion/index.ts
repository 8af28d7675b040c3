export { archivedCertificates } from './archived-certificate.ts';
export { readFileGrant } from './download-document.ts';
export { type CertificateDependencies, certificateOf } from './make-certificate.ts';
export { type CertificateRow, selectCompletionCertificate, selectHasCertificate } from './store.ts';
