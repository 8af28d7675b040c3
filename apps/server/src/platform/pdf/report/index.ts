export type { AuthenticationMethod, CertificateFacts, CertificateParty, CertificateRevision } from './facts.ts';
export { type CaptionLanguage, captionLanguage } from './captions/index.ts';
