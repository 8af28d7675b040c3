export { archivedCertificates } from './archived-certificate.ts';
export { compareCertificate } from './compare-certificate.ts';
export { readFileGrant } from './download-document.ts';
export { selectHasCertificate } from './store.ts';
export { type CertificateDependencies, certificateOf } from './make-certificate.ts';
