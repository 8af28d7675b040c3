export type { AuthenticationMethod, CertificateFacts, CertificateParty, CertificateRevision } from './facts.ts';
export { captionLanguage, captionsOf } from './captions/index.ts';
