export { askForCertificate } from './ask-for-certificate.ts';
export { archivedCertificates } from './archived-certificate.ts';
export { openBundle, type StoredFile } from './bundle.ts';
export { makeCertificateJob } from './certificate-job.ts';
export { type CertificateDependencies, makeCertificateHandler } from './make-certificate.ts';
export { type CertificateRow, selectCompletionCertificate, selectHasCertificate } from './store.ts';
