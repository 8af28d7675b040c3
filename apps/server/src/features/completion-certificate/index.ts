export { compareCertificate } from './compare-certificate.ts';
export { readFileGrant } from './download-document.ts';
export { type CertificateDependencies, certificateOf } from './make-certificate.ts';
