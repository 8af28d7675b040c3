export type { AuthenticationMethod, CertificateFacts, CertificateParty, CertificateRevision } from './certificate.ts';
