export type { AuthenticationMethod, CertificateFacts, CertificateParty, CertificateRevision } from './facts.ts';
export { type CaptionLanguage, captionLanguage, captionsOf } from './captions/index.ts';
