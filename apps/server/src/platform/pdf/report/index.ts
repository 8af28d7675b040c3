export type { AuthenticationMethod, CertificateFacts, CertificateParty, CertificateRevision } from './facts.ts';
